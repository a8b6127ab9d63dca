#include "quillon.h"

#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

/* --- Addresses ----------------------------------------------------------------------------------------------------------------
 *
 * The code below knows addresses of 32 bits. Where pointers have 32 bits, they are the pointers. Elsewhere the 4 highest bits are the
 * number of a segment: the memory of one argument of a call, the stack of the call, the model of a recognizer, or the constants. Each
 * call has a table of them, on its own stack, so calls on two threads share nothing. Integers in a state have their lowest byte first on
 * every processor. */

#if UINTPTR_MAX > 0xFFFFFFFFu
#define SEGMENTS
#endif

typedef struct machine {
  u32 stack; /* the address of the last frame */
#ifdef SEGMENTS
  uintptr_t base[16]; /* plus an address of 32 bits: the pointer */
#endif
} machine;

#ifdef SEGMENTS

enum { STACK = 1, MODEL = 13, CONSTANTS = 14 };
static const u64 origin = 0;
static void enter(machine *m, u64 *room, u32 size);

/* What the code names lies in one program, so it is not far from `origin` or `enter`. */
#define CONSTANTS_BASE ((uintptr_t)&origin - 0xF0000000u)
#define CONSTANT(name, offset) ((u32)((uintptr_t)&(name) - CONSTANTS_BASE) + (offset))
#define FUNCTION(name) ((u32)((uintptr_t)(name) - (uintptr_t)enter))
#define FUNCTION_AT(address) ((uintptr_t)enter + (uintptr_t)(s64)(s32)(address))

static inline void *at(const machine *m, u32 address) { return (void *)(m->base[address >> 28] + address); }

/* The address of a pointer whose segment it begins; 0 for null. It is as aligned as the pointer. */
static u32 place(machine *m, u32 segment, const void *pointer) {
  u32 address = segment << 28 | ((u32)(uintptr_t)pointer & 15);
  if (!pointer) return 0;
  m->base[segment] = (uintptr_t)pointer - address;
  return address;
}

static void enter(machine *m, u64 *room, u32 size) {
  m->base[0] = 0;
  m->base[CONSTANTS] = m->base[CONSTANTS + 1] = CONSTANTS_BASE;
  m->stack = (place(m, STACK, room) + size) & ~(u32)15;
}

/* Before the state of a recognizer lies the pointer to its model. Its higher half comes first: no mark of a state looks like that. */
enum { BEFORE_RECOGNIZER = 8 };

static u32 room_of_recognizer(u32 size) { return size < BEFORE_RECOGNIZER ? 0 : size - BEFORE_RECOGNIZER; }
static u32 place_room(machine *m, u32 segment, const void *recognizer) {
  return place(m, segment, recognizer ? (const u8 *)recognizer + BEFORE_RECOGNIZER : NULL);
}
static u32 place_recognizer(machine *m, u32 segment, const void *recognizer) {
  u32 halves[2] = {0, 0};
  if (recognizer) memcpy(halves, recognizer, sizeof halves);
  place(m, MODEL, (const void *)((uintptr_t)halves[0] << 32 | halves[1]));
  return place_room(m, segment, recognizer);
}
static void keep_model(void *recognizer, const void *model) {
  u32 halves[2];
  halves[0] = (u32)((uintptr_t)model >> 32);
  halves[1] = (u32)(uintptr_t)model;
  memcpy(recognizer, halves, sizeof halves);
}

#else

#define CONSTANT(name, offset) ((u32)(uintptr_t)&(name) + (offset))
#define FUNCTION(name) ((u32)(uintptr_t)(name))
#define FUNCTION_AT(address) ((uintptr_t)(address))
#define place(m, segment, pointer) ((u32)(uintptr_t)(pointer))
#define room_of_recognizer(size) (size)
#define place_room(m, segment, recognizer) place(m, segment, recognizer)
#define place_recognizer(m, segment, recognizer) place(m, segment, recognizer)
#define keep_model(recognizer, model) ((void)0)

static inline void *at(const machine *m, u32 address) {
  (void)m;
  return (void *)(uintptr_t)address;
}

static void enter(machine *m, u64 *room, u32 size) { m->stack = (place(m, STACK, room) + size) & ~(u32)15; }

#endif

/* Gives a call its stack, of at least `bytes`. */
#define ENTER(bytes)            \
  machine m;                    \
  u64 room[(bytes) / 8 + 2];    \
  enter(&m, room, sizeof room)

/* --- Memory ------------------------------------------------------------------------------------------------------------------- */

#if defined(__BYTE_ORDER__) ? __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ : defined(__BIG_ENDIAN__)
#define BIG_ENDIAN_PROCESSOR
#endif

#ifdef BIG_ENDIAN_PROCESSOR

static inline u16 ordered16(u16 x) { return (u16)(x << 8 | x >> 8); }
static inline u32 ordered32(u32 x) { return x << 24 | (x & 0xFF00) << 8 | (x >> 8 & 0xFF00) | x >> 24; }
static inline u64 ordered64(u64 x) { return (u64)ordered32((u32)x) << 32 | ordered32((u32)(x >> 32)); }

/* Reverses the bytes of each of `count` integers of `size` bytes. */
static void turn(void *integers, u32 count, u32 size) {
  u8 *bytes = integers;
  u32 i;
  if (!bytes) return;
  for (; count > 0; count--, bytes += size)
    for (i = 0; i < size / 2; i++) {
      u8 byte = bytes[i];
      bytes[i] = bytes[size - 1 - i];
      bytes[size - 1 - i] = byte;
    }
}

/* `count` elements, of integers of `size` bytes. Those of an argument that is read are turned in a copy, those of one that is written in place, before and after the call. */
static const void *turned(void *copy, const void *integers, u32 count, u32 size) {
  if (!integers) return NULL;
  memcpy(copy, integers, count * size);
  turn(copy, count, size);
  return copy;
}
#define TAKE(pointer, count, most, size)                                                                     \
  u64 pointer##_copy[(most) * sizeof *pointer / 8 + 1];                                                      \
  pointer = turned(pointer##_copy, pointer, (u32)((count) * (sizeof *pointer / (size))), size)
#define TURN(pointer, count, size) turn(pointer, (u32)((count) * (sizeof *pointer / (size))), size)
#define SAMPLES_AT_ONCE 1u

#else

#define ordered16(x) (x)
#define ordered32(x) (x)
#define ordered64(x) (x)
#define TAKE(pointer, count, most, size) ((void)0)
#define TURN(pointer, count, size) ((void)0)
#define SAMPLES_AT_ONCE 0x100000u

#endif

/* Types that may lie where another was written. Integers of 64 bits need the alignment of those of 32 only. */
#ifdef __GNUC__
typedef u16 __attribute__((__may_alias__)) any16;
typedef u32 __attribute__((__may_alias__)) any32;
typedef u64 __attribute__((__may_alias__, __aligned__(4))) any64;
#define READ(bits) return ordered##bits(*(const any##bits *)pointer)
#define WRITE(bits) *(any##bits *)pointer = ordered##bits(value)
#else
#define READ(bits) READ_BYTES(bits)
#define WRITE(bits) WRITE_BYTES(bits)
#endif
#define READ_BYTES(bits)                 \
  u##bits value;                         \
  memcpy(&value, pointer, sizeof value); \
  return ordered##bits(value)
#define WRITE_BYTES(bits)       \
  value = ordered##bits(value); \
  memcpy(pointer, &value, sizeof value)

static inline u8 read8(const void *pointer) { return *(const u8 *)pointer; }
static inline u16 read16(const void *pointer) { READ(16); }
static inline u32 read32(const void *pointer) { READ(32); }
static inline u64 read64(const void *pointer) { READ(64); }
static inline u16 read16_unaligned(const void *pointer) { READ_BYTES(16); }
static inline u32 read32_unaligned(const void *pointer) { READ_BYTES(32); }
static inline u64 read64_unaligned(const void *pointer) { READ_BYTES(64); }
static inline void write8(void *pointer, u8 value) { *(u8 *)pointer = value; }
static inline void write16(void *pointer, u16 value) { WRITE(16); }
static inline void write32(void *pointer, u32 value) { WRITE(32); }
static inline void write64(void *pointer, u64 value) { WRITE(64); }
static inline void write16_unaligned(void *pointer, u16 value) { WRITE_BYTES(16); }
static inline void write32_unaligned(void *pointer, u32 value) { WRITE_BYTES(32); }
static inline void write64_unaligned(void *pointer, u64 value) { WRITE_BYTES(64); }

static void memory_fill(const machine *m, u32 to, u32 byte, u32 count) { memset(at(m, to), (int)(byte & 0xFF), count); }

/* The two may overlap. */
static void memory_copy(const machine *m, u32 to, u32 from, u32 count) {
  u8 *target = at(m, to);
  const u8 *source = at(m, from);
  if ((uintptr_t)target - (uintptr_t)source >= count && (uintptr_t)source - (uintptr_t)target >= count) {
    memcpy(target, source, count);
  } else if ((uintptr_t)target < (uintptr_t)source) {
    while (count-- > 0) *target++ = *source++;
  } else {
    while (count-- > 0) target[count] = source[count];
  }
}

#define LOAD(name, read, from, as) \
  static inline as name(const machine *m, u32 address) { return (as)(from)read(at(m, address)); }
#define STORE(name, write, as, from) \
  static inline void name(const machine *m, u32 address, from value) { write(at(m, address), (as)value); }

/* --- Instructions ------------------------------------------------------------------------------------------------------------- */

#ifdef __GNUC__
#define TRAP __builtin_trap()
#define I32_CLZ(x) ((x) ? (u32)__builtin_clz(x) : 32u)
#define I32_CTZ(x) ((x) ? (u32)__builtin_ctz(x) : 32u)
#define I32_POPCNT(x) ((u32)__builtin_popcount(x))
#else
#define TRAP for (;;) {}
static u32 I32_CLZ(u32 x) {
  u32 count = 32;
  for (; x; x >>= 1) count--;
  return count;
}
static u32 I32_POPCNT(u32 x) {
  u32 count = 0;
  for (; x; x &= x - 1) count++;
  return count;
}
static u32 I32_CTZ(u32 x) { return I32_POPCNT(~x & (x - 1)); }
#endif
