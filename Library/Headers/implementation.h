/* quillon.h as the library itself sees it: states are incomplete types, and there is no floating point. */
#define QUILLON_IMPLEMENTATION
#include "quillon.h"
