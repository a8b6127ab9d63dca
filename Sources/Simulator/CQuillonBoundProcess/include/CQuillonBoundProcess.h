// A program that does not outlive the one that started it.
#pragma once
#include <sys/types.h>

// Starts the program at `path` with `arguments`, whose last is NULL, and returns its number, or -1 with errno set.
//
// It gets no signal blocked or ignored, /dev/null for its three streams, and no other file of ours. The system kills it
// when the calling thread ends, however that comes about: so that thread has to live as long as the program ought to.
pid_t start_bound_process(const char *path, char *const arguments[]);
