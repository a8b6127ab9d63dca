#define _GNU_SOURCE
#include "CQuillonBoundProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

// Between fork and exec it calls only what POSIX allows there, because the program that forks has
// other threads.
static void become(const char *path, char *const arguments[], pid_t parent, int report) {
  // The parent may have ended before the call to prctl.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) {
    _exit(127);
  }
  sigset_t none;
  sigemptyset(&none);
  for (int number = 1; number < NSIG; number++) {
    signal(number, SIG_DFL);
  }
  sigprocmask(SIG_SETMASK, &none, NULL);
  int nothing = open("/dev/null", O_RDWR);
  for (int stream = 0; stream <= 2; stream++) {
    dup2(nothing, stream);
  }
  // Close all other files but the report's pipe, which closes itself on exec.
  if (report != 3) {
    dup3(report, 3, O_CLOEXEC);
  }
  if (close_range(4, ~0U, 0) != 0) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    for (rlim_t file = 4; file < limit.rlim_cur; file++) {
      close((int)file);
    }
  }
  execv(path, arguments);
  int cause = errno;
  write(3, &cause, sizeof cause);
  _exit(127);
}

pid_t start_bound_process(const char *path, char *const arguments[]) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) {
    return -1;
  }
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    become(path, arguments, parent, report[1]);
  }
  int cause = child < 0 ? errno : 0;
  close(report[1]);
  if (child > 0 && read(report[0], &cause, sizeof cause) != sizeof cause) {
    cause = 0;
  }
  close(report[0]);
  if (cause == 0) {
    return child;
  }
  errno = cause;
  return -1;
}
