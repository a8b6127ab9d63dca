// Loaded before the C library (LD_PRELOAD), this lets a program's writing to one folder fail as on a disk that is full
// or broken. The environment selects how:
//
//   FILE_FAULTS_FOLDER  the folder; what is written elsewhere is left alone
//   FILE_FAULTS_CALL    from which call on it fails, counted from 1; with 0 every call is interrupted by a signal
//                       once, and works when it is called again
//   FILE_FAULTS_MARK    a file that is made when something fails
//
// Calls are those that open a file for writing or the folder, write, bring to the disk, move or link. Opening and
// writing fail because the disk is full, the first time after half of the bytes; the others because it is broken.

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { mostFiles = 1024 };

static atomic_int calls;
static atomic_int interruptions;
static atomic_bool hasFailed;
static atomic_bool isOfFolder[mostFiles];

static int isInFolder(const char *path) {
  const char *folder = getenv("FILE_FAULTS_FOLDER");
  return folder != NULL && path != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static int isFileOfFolder(int descriptor) {
  return descriptor >= 0 && descriptor < mostFiles && isOfFolder[descriptor];
}

static void mark(void) {
  const char *path = getenv("FILE_FAULTS_MARK");
  if (path == NULL) return;
  long descriptor = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT, 0666);
  if (descriptor >= 0) syscall(SYS_close, descriptor);
}

// The error that this call is to fail with; 0 if it is to work.
static int fault(int error) {
  const char *text = getenv("FILE_FAULTS_CALL");
  int first = text == NULL ? 0 : atoi(text);
  if (first == 0) {
    if (atomic_fetch_add(&interruptions, 1) % 2 != 0) return 0;
    mark();
    return EINTR;
  }
  if (atomic_fetch_add(&calls, 1) + 1 < first) return 0;
  mark();
  return error;
}

static int fails(int error) {
  int found = fault(error);
  if (found != 0) errno = found;
  return found != 0;
}

static int openFile(int folder, const char *path, int flags, mode_t mode) {
  int isMeant = isInFolder(path) && ((flags & O_ACCMODE) != O_RDONLY || (flags & O_DIRECTORY) != 0);
  if (isMeant && fails(ENOSPC)) return -1;
  int descriptor = (int)syscall(SYS_openat, folder, path, flags, mode);
  if (descriptor >= 0 && descriptor < mostFiles) isOfFolder[descriptor] = isMeant;
  return descriptor;
}

#define OPENED(folder)                                                                             \
  mode_t mode = 0;                                                                                 \
  if ((flags & O_CREAT) != 0) {                                                                    \
    va_list arguments;                                                                             \
    va_start(arguments, flags);                                                                    \
    mode = va_arg(arguments, mode_t);                                                              \
    va_end(arguments);                                                                             \
  }                                                                                                \
  return openFile(folder, path, flags, mode);

int open(const char *path, int flags, ...) { OPENED(AT_FDCWD) }
int open64(const char *path, int flags, ...) { OPENED(AT_FDCWD) }
int openat(int folder, const char *path, int flags, ...) { OPENED(folder) }
int openat64(int folder, const char *path, int flags, ...) { OPENED(folder) }

int close(int descriptor) {
  if (isFileOfFolder(descriptor)) isOfFolder[descriptor] = 0;
  return (int)syscall(SYS_close, descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  if (isFileOfFolder(descriptor)) {
    int error = fault(ENOSPC);
    if (error == ENOSPC && count > 1 && !atomic_exchange(&hasFailed, 1)) {
      count /= 2;
    } else if (error != 0) {
      errno = error;
      return -1;
    }
  }
  return syscall(SYS_write, descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t place) {
  if (isFileOfFolder(descriptor) && fails(ENOSPC)) return -1;
  return syscall(SYS_pwrite64, descriptor, bytes, count, place);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t place) {
  return pwrite(descriptor, bytes, count, place);
}

int fsync(int descriptor) {
  if (isFileOfFolder(descriptor) && fails(EIO)) return -1;
  return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) { return fsync(descriptor); }

int rename(const char *path, const char *place) {
  if (isInFolder(place) && fails(EIO)) return -1;
  return (int)syscall(SYS_renameat, AT_FDCWD, path, AT_FDCWD, place);
}

int link(const char *path, const char *place) {
  if (isInFolder(place) && fails(EIO)) return -1;
  return (int)syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, place, 0);
}
