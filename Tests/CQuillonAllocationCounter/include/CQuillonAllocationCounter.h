#pragma once
#include <stdint.h>

/// How many blocks this thread has requested from the heap since it began.
///
/// The library counts by placing its own malloc and related functions in front of the C library's,
/// in every program that is linked with it: the tests alone.
uint64_t allocation_count(void);
