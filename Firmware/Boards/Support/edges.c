// What boards with a sensor chip need besides: the data-ready edge, bytes on their way to the host, and sleeping until a
// peripheral's flag is up.
#include "BoardSupport.h"

static volatile uint32_t edge_time;
static volatile bool edge_waits;

void edge_note(uint32_t time) {
  edge_time = time;
  edge_waits = true;
}

// The flag is cleared first: an edge in between is reported now or the next time, and never lost.
bool edge_take(uint32_t *time) {
  if (!edge_waits) {
    return false;
  }
  edge_waits = false;
  *time = edge_time;
  return true;
}

void edge_sleep(void) {
  __asm__ volatile("cpsid i" ::: "memory");
  if (!edge_waits && ring_waiting(RING_HOST) == 0) {
    __asm__ volatile("wfi" ::: "memory");
  }
  __asm__ volatile("cpsie i" ::: "memory");
}

void flag_sleep(uintptr_t flags, uint32_t mask) {
  __asm__ volatile("cpsid i" ::: "memory");
  if ((*(volatile uint32_t *)flags & mask) == 0) {
    __asm__ volatile("wfi" ::: "memory");
  }
  __asm__ volatile("cpsie i" ::: "memory");
}

void interrupt_sleep(void) { __asm__ volatile("wfi" ::: "memory"); }

// One main loop writes `head`, one handler for each line writes its `tail`; see rings.c.
static volatile uint8_t outgoing[OUTGOING_CAPACITY];
static volatile uint32_t outgoing_head, outgoing_tails[LINE_COUNT];

bool outgoing_put(uint8_t byte) {
  uint32_t head = outgoing_head;
  if (head - outgoing_tails[LINE_UART] == OUTGOING_CAPACITY) {
    return false;
  }
  outgoing[head & (OUTGOING_CAPACITY - 1)] = byte;
  outgoing_head = head + 1;
  return true;
}

int32_t outgoing_take(uint32_t line) {
  uint32_t head = outgoing_head, tail = outgoing_tails[line];
  if (head - tail > OUTGOING_CAPACITY) {
    tail = head - OUTGOING_CAPACITY;
  }
  if (head == tail) {
    return -1;
  }
  int32_t byte = outgoing[tail & (OUTGOING_CAPACITY - 1)];
  outgoing_tails[line] = tail + 1;
  return byte;
}

void outgoing_skip(uint32_t line) { outgoing_tails[line] = outgoing_head; }
