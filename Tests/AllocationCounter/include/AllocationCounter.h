#pragma once
#include <stdint.h>

/// How many blocks this thread has asked the heap for since it began. Counts because this library, which
/// only the tests link, puts its own malloc and kin in front of the C library's.
uint64_t allocation_count(void);
