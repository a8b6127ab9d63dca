#define _GNU_SOURCE
#include "CQuillonBoundProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#else
#include <sys/types.h>
// It uses the types above.
#include <sys/event.h>
#endif

extern char **environ;

static void close_from(int first) {
#ifdef __linux__
  if (close_range(first, ~0U, 0) == 0) {
    return;
  }
#endif
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  for (rlim_t file = first; file < limit.rlim_cur; file++) {
    close((int)file);
  }
}

// Has the system kill this process when the thread that forked it ends. Returns 0, or -1.
static int bind_to_parent(pid_t parent) {
#ifdef __linux__
  // The parent may have ended before the call to prctl.
  return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent ? 0 : -1;
#else
  // A process of its own, whose parent ends at once so that nobody has to wait for it, kills this one
  // when the parent ends, and ends with this one.
  pid_t self = getpid();
  pid_t middle = fork();
  if (middle != 0) {
    return middle > 0 && waitpid(middle, NULL, 0) == middle && getppid() == parent ? 0 : -1;
  }
  if (fork() != 0) {
    _exit(0);
  }
  // Whoever waits for the report would wait for this process, too.
  close_from(0);
  int queue = kqueue();
  struct kevent ends[2], first;
  EV_SET(&ends[0], parent, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, NULL);
  EV_SET(&ends[1], self, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, NULL);
  if (kevent(queue, ends, 2, &first, 1, NULL) < 1 || (pid_t)first.ident == parent) {
    kill(self, SIGKILL);
  }
  _exit(0);
#endif
}

// Between fork and exec it calls only what POSIX allows there, because the program that forks has
// other threads.
static void become(const char *path, char *const arguments[], char *const environment[],
                   const int outputs[2], pid_t parent, int report) {
  if (bind_to_parent(parent) != 0) {
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
    dup2(stream == 0 || outputs[stream - 1] < 0 ? nothing : outputs[stream - 1], stream);
  }
  // Close all other files but the report's pipe, which closes itself on exec.
  if (report != 3) {
    dup2(report, 3);
    fcntl(3, F_SETFD, FD_CLOEXEC);
  }
  close_from(4);
  execve(path, arguments, environment != NULL ? environment : environ);
  int cause = errno;
  write(3, &cause, sizeof cause);
  _exit(127);
}

// A pipe of which no other program gets an end.
static int open_report(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  int outcome = pipe(ends);
  for (int end = 0; outcome == 0 && end < 2; end++) {
    fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  }
  return outcome;
#endif
}

pid_t start_bound_process(const char *path, char *const arguments[], char *const environment[],
                          const int outputs[2]) {
  int report[2];
  if (open_report(report) != 0) {
    return -1;
  }
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    become(path, arguments, environment, outputs, parent, report[1]);
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
