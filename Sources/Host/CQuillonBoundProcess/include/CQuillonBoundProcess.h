// Starts a program that does not outlive the one that started it.
#pragma once
#include <sys/types.h>

// Starts the program at `path` with `arguments` and `environment`, whose last elements are NULL. Without
// an environment it gets ours. Returns its process ID, or -1 with errno set.
//
// The program starts with no signal blocked or ignored, with `outputs` as its standard output and
// standard error, and with no other open file of ours. -1 stands for /dev/null, which also is its
// standard input. On Linux the system kills it when the calling thread ends, for whatever reason. So
// that thread has to live as long as the program should. On other systems a process that watches
// both kills it when the calling program ends.
pid_t start_bound_process(const char *path, char *const arguments[], char *const environment[],
                          const int outputs[2]);
