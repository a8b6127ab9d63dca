// Integer operations that the core has no instruction for, under the names by which the compiler
// calls them. The linker drops those that are not called: on a Cortex-M4 all but a shift.
#include <stdbool.h>
#include <stdint.h>

// Shifts of a 64-bit value by a variable, 0...63 (RTABI 4.2).
typedef union {
  uint64_t whole;
  struct {
    uint32_t low, high;
  };
} words;

uint64_t __aeabi_llsl(uint64_t value, int shift) {
  words v = {value};
  if (shift >= 32) {
    v.high = v.low << (shift - 32);
    v.low = 0;
  } else if (shift > 0) {
    v.high = v.high << shift | v.low >> (32 - shift);
    v.low <<= shift;
  }
  return v.whole;
}

uint64_t __aeabi_llsr(uint64_t value, int shift) {
  words v = {value};
  if (shift >= 32) {
    v.low = v.high >> (shift - 32);
    v.high = 0;
  } else if (shift > 0) {
    v.low = v.low >> shift | v.high << (32 - shift);
    v.high >>= shift;
  }
  return v.whole;
}

uint64_t __aeabi_lasr(uint64_t value, int shift) {
  words v = {value};
  int32_t high = (int32_t)v.high;
  if (shift >= 32) {
    v.low = (uint32_t)(high >> (shift - 32));
    v.high = (uint32_t)(high >> 31);
  } else if (shift > 0) {
    v.low = v.low >> shift | v.high << (32 - shift);
    v.high = (uint32_t)(high >> shift);
  }
  return v.whole;
}

#if __ARM_ARCH == 6 // naked Thumb-1 code, and no instruction to count zeros

// The low 64 bits of a 64 x 64-bit product (RTABI 4.2). The core calls it for 32 x 32-bit products
// only, with sign-extended factors: a = r1:r0, b = r3:r2.
//
// low(a) * low(b) in full from four 16 x 16-bit products, to which the upper word adds
// low(a) * high(b) + high(a) * low(b).
__attribute__((naked)) uint64_t __aeabi_lmul(uint64_t a, uint64_t b) {
  __asm__ volatile(
      "muls r1, r2\n\t"      // high(a) * low(b)
      "muls r3, r0\n\t"      // low(a) * high(b)
      "adds r1, r3\n\t"
      "push {r4, r5}\n\t"
      "lsrs r4, r0, #16\n\t" // a1
      "lsrs r5, r2, #16\n\t" // b1
      "uxth r0, r0\n\t"      // a0
      "uxth r2, r2\n\t"      // b0
      "movs r3, r4\n\t"
      "muls r3, r5\n\t"      // a1 b1
      "adds r1, r3\n\t"
      "muls r5, r0\n\t"      // a0 b1
      "muls r0, r2\n\t"      // a0 b0
      "muls r2, r4\n\t"      // a1 b0
      "lsls r3, r5, #16\n\t"
      "lsrs r5, r5, #16\n\t"
      "adds r0, r3\n\t"
      "adcs r1, r5\n\t"
      "lsls r3, r2, #16\n\t"
      "lsrs r2, r2, #16\n\t"
      "adds r0, r3\n\t"
      "adcs r1, r2\n\t"
      "pop {r4, r5}\n\t"
      "bx lr");
}

// How many zeros stand before the first one: three steps of a binary search, a table of the zeros
// in four bits for the rest; 32 for 0.
__attribute__((naked)) int __clzsi2(uint32_t value) {
  __asm__ volatile(
      "movs r1, #28\n\t"
      "lsrs r2, r0, #16\n\t"
      "beq 1f\n\t"
      "movs r0, r2\n\t"
      "subs r1, #16\n\t"
      "1: lsrs r2, r0, #8\n\t"
      "beq 2f\n\t"
      "movs r0, r2\n\t"
      "subs r1, #8\n\t"
      "2: lsrs r2, r0, #4\n\t"
      "beq 3f\n\t"
      "movs r0, r2\n\t"
      "subs r1, #4\n\t"
      "3: adr r2, 4f\n\t"
      "ldrb r0, [r2, r0]\n\t"
      "adds r0, r1\n\t"
      "bx lr\n\t"
      ".balign 4\n\t"
      "4: .byte 4, 3, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0");
}

int __clzdi2(uint64_t value) {
  words v = {value};
  return v.high != 0 ? __clzsi2(v.high) : 32 + __clzsi2(v.low);
}

// Loads and stores of a word are indivisible on this core; Swift's `_Volatile` asks for them so.
uint32_t __atomic_load_4(const volatile void *from, int order) {
  (void)order;
  return *(const volatile uint32_t *)from;
}

void __atomic_store_4(volatile void *to, uint32_t value, int order) {
  (void)order;
  *(volatile uint32_t *)to = value;
}

// Swift initializes a global on its first use with this. Interrupt handlers use no such globals, so
// nothing comes between.
bool __atomic_compare_exchange_4(
    volatile void *at, void *expected, uint32_t desired, bool weak, int success, int failure) {
  (void)weak, (void)success, (void)failure;
  uint32_t found = *(volatile uint32_t *)at;
  if (found != *(uint32_t *)expected) {
    *(uint32_t *)expected = found;
    return false;
  }
  *(volatile uint32_t *)at = desired;
  return true;
}

#endif
