#pragma once
#include <stdint.h>

/// How many blocks this thread has asked the heap for since it began. Counts because this library puts its
/// own malloc and kin in front of the C library's in every program that is linked with it: the host tool,
/// for its profiler, and the tests. It is not part of the firmware.
uint64_t allocation_count(void);
