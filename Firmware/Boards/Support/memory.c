// The memory functions that the compiler calls by itself. There is no C library in an image.
#include <stddef.h>
#include <stdint.h>

// Four words move in two instructions.
struct block {
  uint32_t words[4];
};

// Blocks and words while both ends are aligned, bytes otherwise.
void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  uint8_t *t = to;
  const uint8_t *f = from;
  if ((((uintptr_t)t | (uintptr_t)f) & 3) == 0) {
    for (; count >= sizeof(struct block);
         count -= sizeof(struct block), t += sizeof(struct block), f += sizeof(struct block)) {
      *(struct block *)t = *(const struct block *)f;
    }
    for (; count >= 4; count -= 4, t += 4, f += 4) {
      *(uint32_t *)t = *(const uint32_t *)f;
    }
  }
  while (count-- > 0) {
    *t++ = *f++;
  }
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  uint8_t *t = to;
  const uint8_t *f = from;
  if (t <= f || t >= f + count) {
    return memcpy(to, from, count);
  }
  while (count-- > 0) {
    t[count] = f[count];
  }
  return to;
}

void *memset(void *to, int value, size_t count) {
  uint8_t *t = to;
  uint32_t word = (uint8_t)value * 0x01010101u;
  if (((uintptr_t)t & 3) == 0) {
    for (; count >= sizeof(struct block); count -= sizeof(struct block), t += sizeof(struct block)) {
      *(struct block *)t = (struct block){{word, word, word, word}};
    }
    for (; count >= 4; count -= 4, t += 4) {
      *(uint32_t *)t = word;
    }
  }
  while (count-- > 0) {
    *t++ = (uint8_t)value;
  }
  return to;
}

// The same under the names and argument orders of the ARM run-time ABI (RTABI, section 4.3.4).
void __aeabi_memcpy(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memcpy4(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memcpy8(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memmove(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memmove4(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memmove8(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memset(void *to, size_t count, int value) { memset(to, value, count); }
void __aeabi_memset4(void *to, size_t count, int value) { memset(to, value, count); }
void __aeabi_memset8(void *to, size_t count, int value) { memset(to, value, count); }
void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr4(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr8(void *to, size_t count) { memset(to, 0, count); }
