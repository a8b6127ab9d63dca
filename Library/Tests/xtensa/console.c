/* Standard input and output in QEMU's simulator of an Xtensa, and the compiler's helpers that Debian's libgcc has not. */
#include <stdint.h>
#include <stdio.h>

int simulator_read(void *bytes, int count);
int simulator_write(const void *bytes, int count);

static int get(FILE *file) {
  unsigned char byte;
  (void)file;
  return simulator_read(&byte, 1) == 1 ? byte : EOF;
}
static int put(char byte, FILE *file) {
  (void)file;
  return simulator_write(&byte, 1) == 1 ? byte : EOF;
}
static FILE console = FDEV_SETUP_STREAM(put, get, NULL, _FDEV_SETUP_RW);
FILE *const stdin = &console;
FILE *const stdout = &console;

uint64_t __lshrdi3(uint64_t value, int count) {
  uint32_t low = (uint32_t)value, high = (uint32_t)(value >> 32);
  if (count >= 32) return high >> (count - 32);
  return count == 0 ? value : (uint64_t)(high >> count) << 32 | low >> count | high << (32 - count);
}

uint64_t __muldi3(uint64_t a, uint64_t b) {
  uint32_t low_a = (uint32_t)a, low_b = (uint32_t)b;
  uint32_t middle_a = low_a >> 16, middle_b = low_b >> 16, cross = (low_a & 0xFFFF) * middle_b, other = middle_a * (low_b & 0xFFFF);
  uint32_t low = low_a * low_b, carried = (((low_a & 0xFFFF) * (low_b & 0xFFFF)) >> 16) + (cross & 0xFFFF) + (other & 0xFFFF);
  uint32_t high = middle_a * middle_b + (cross >> 16) + (other >> 16) + (carried >> 16);
  return (uint64_t)(high + low_a * (uint32_t)(b >> 32) + low_b * (uint32_t)(a >> 32)) << 32 | low;
}
