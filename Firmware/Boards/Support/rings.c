#include "BoardSupport.h"

// One handler writes `head`, one main loop writes `tail`; both only ever grow, and their difference
// is what waits. Every access is volatile, so the compiler keeps their order, and the core, which
// is alone and in order, keeps it too.
typedef struct {
  volatile uint32_t head;
  volatile uint32_t tail;
  volatile uint32_t overruns;
  volatile uint8_t *bytes;
  uint32_t capacity;
} receive_ring;

static volatile uint8_t sensor_bytes[SENSOR_CAPACITY], host_bytes[HOST_CAPACITY];
static receive_ring rings[RING_COUNT] = {
    [RING_SENSOR] = {.bytes = sensor_bytes, .capacity = SENSOR_CAPACITY},
    [RING_HOST] = {.bytes = host_bytes, .capacity = HOST_CAPACITY},
};

// When samples came in: of each 16 bytes of the sensor's ring the time of the first zero. No two
// samples end within 16 bytes, and the bytes before the end of one are its own and not zero, so the
// first zero is the end. There are twice as many blocks as the ring holds, so that the block of the
// byte read last is never written again in time.
enum { BLOCK = 16, BLOCKS = 2 * SENSOR_CAPACITY / BLOCK };
static volatile uint32_t arrivals[BLOCKS];
static uint32_t noted; // the last block with a time, counted from 1

static void note_arrival(uint32_t head, uint32_t time) {
  if (head / BLOCK + 1 != noted) {
    arrivals[head / BLOCK % BLOCKS] = time;
    noted = head / BLOCK + 1;
  }
}

uint32_t ring_sample_arrival(void) {
  return arrivals[(rings[RING_SENSOR].tail - 1) / BLOCK % BLOCKS];
}

uint32_t ring_waiting(uint32_t ring) { return rings[ring].head - rings[ring].tail; }

uint32_t ring_overruns(uint32_t ring) { return rings[ring].overruns; }

void ring_count_overrun(uint32_t ring) { rings[ring].overruns++; }

void ring_put(uint32_t ring, uint8_t byte, uint32_t time) {
  uint32_t head = rings[ring].head;
  if (head - rings[ring].tail == rings[ring].capacity) {
    ring_count_overrun(ring);
    return;
  }
  if (ring == RING_SENSOR && byte == 0) {
    note_arrival(head, time);
  }
  rings[ring].bytes[head & (rings[ring].capacity - 1)] = byte;
  rings[ring].head = head + 1;
}

int32_t ring_take(uint32_t ring) {
  uint32_t tail = rings[ring].tail;
  if (rings[ring].head == tail) {
    return -1;
  }
  int32_t byte = rings[ring].bytes[tail & (rings[ring].capacity - 1)];
  rings[ring].tail = tail + 1;
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
