// Bosch's program for a BMI270, which `make firmware BMI270=FILE` reads from that file.
#include "BoardSupport.h"

#ifdef BMI270
static const uint8_t program[] = {
#include "../../../.build/firmware/bmi270.inc"
};
_Static_assert(sizeof program % 2 == 0 && sizeof program <= 8192, "an even number of bytes, at most 8192");

uint32_t bmi270_length(void) { return sizeof program; }

uint8_t bmi270_byte(uint32_t index) { return index < sizeof program ? program[index] : 0; }
#endif
