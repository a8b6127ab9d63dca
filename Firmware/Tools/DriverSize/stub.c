#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint32_t look(uint32_t now, uint32_t edge, bool has_edge);

volatile uint32_t sink;

uint32_t transfer(void *bytes, size_t count, uint32_t reg) { return sink; }

void _start(void) {
  for (;;) sink = look(sink, sink, true);
}
