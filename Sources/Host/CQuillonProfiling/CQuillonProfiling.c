#define _GNU_SOURCE
#include "CQuillonProfiling.h"

#include <errno.h>
#include <sched.h>

int profiling_pin(int number) {
#ifdef __linux__
  if (number < 0 || number >= CPU_SETSIZE) return EINVAL;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(number, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0 ? 0 : errno;
#else
  // Other systems let no program choose a processor.
  (void)number;
  return ENOTSUP;
#endif
}
