#pragma once
#include <stdint.h>
#include <time.h>

/// Keeps the calling thread on processor `number`, counted from 0. Returns 0, or the system's error
/// number.
///
/// It is in C because Swift's Glibc module leaves out what the headers show to GNU programs only.
int profiling_pin(int number);

/// A counter of the processor that runs at a constant rate. Reading it takes half as long as
/// reading the system's clock. On processors without one it is the system's clock, ns.
static inline uint64_t profiling_ticks(void) {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  uint64_t ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
#endif
}
