#include "BoardSupport.h"

// One handler writes `head`, one main loop writes `tail`; both only ever grow, and their difference
// is what waits. Every access is volatile, so the compiler keeps their order, and the core, which
// is alone and in order, keeps it too.
typedef struct {
  volatile uint32_t head;
  volatile uint32_t tail;
  volatile uint32_t overruns;
  uint32_t capacity; // a power of two
  volatile uint8_t *bytes;
} receive_ring;

// A sample every 10 ms on one line, now and then a command of some 15 bytes on the other.
static volatile uint8_t sensor_bytes[256], host_bytes[64];

static receive_ring rings[RING_COUNT] = {
    {.capacity = sizeof sensor_bytes, .bytes = sensor_bytes},
    {.capacity = sizeof host_bytes, .bytes = host_bytes},
};

uint32_t ring_waiting(uint32_t ring) { return rings[ring].head - rings[ring].tail; }

uint32_t ring_overruns(uint32_t ring) { return rings[ring].overruns; }

void ring_count_overrun(uint32_t ring) { rings[ring].overruns++; }

void ring_put(uint32_t ring, uint8_t byte) {
  receive_ring *r = &rings[ring];
  uint32_t head = r->head;
  if (head - r->tail == r->capacity) {
    ring_count_overrun(ring);
    return;
  }
  r->bytes[head & (r->capacity - 1)] = byte;
  r->head = head + 1;
}

int32_t ring_take(uint32_t ring) {
  receive_ring *r = &rings[ring];
  uint32_t tail = r->tail;
  if (r->head == tail) {
    return -1;
  }
  int32_t byte = r->bytes[tail & (r->capacity - 1)];
  r->tail = tail + 1;
  return byte;
}

// With interrupts held back between the look and the sleep, a byte that comes in between still
// wakes the core: `wfi` wakes for an interrupt that is pending, held back or not.
void ring_sleep(void) {
  __asm__ volatile("cpsid i" ::: "memory");
  if (ring_waiting(0) == 0 && ring_waiting(1) == 0) {
    __asm__ volatile("wfi" ::: "memory");
  }
  __asm__ volatile("cpsie i" ::: "memory");
}

__attribute__((naked)) void count_instructions(uint32_t pairs) {
  __asm__ volatile("1: subs r0, #1\n\t"
                   "bne 1b\n\t"
                   "bx lr");
}

static volatile uint32_t milliseconds;

void tick_count(void) { milliseconds++; }

uint32_t tick_milliseconds(void) { return milliseconds; }
