// What stands between reset and `main`, and the functions that the compiler calls by itself.
#include "Startup.h"
#include <stddef.h>

extern uint32_t stack_top[], data_start[], data_end[], data_load[], bss_start[], bss_end[];
extern int main(int argc, char **argv);

void reset(void) {
  for (uint32_t *from = data_load, *to = data_start; to < data_end;) *(volatile uint32_t *)to++ = *from++;
  for (uint32_t *p = bss_start; p < bss_end; p++) *(volatile uint32_t *)p = 0;
  main(0, 0);
  for (;;) {
  }
}

static void fault(void) {
  for (;;) {
  }
}

__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void))stack_top, reset, fault, fault, fault, fault, fault,
};

// The first UART of the CMSDK (ARM DDI 0479, section 4.3): data, state, control, divider.
static volatile uint32_t *const uart = (volatile uint32_t *)0x40004000;

void port_write(uint8_t byte) {
  uart[4] = 217; // 25 MHz / 115,200
  uart[2] = 1;
  while (uart[1] & 1) {
  }
  uart[0] = byte;
}

// Semihosting: SYS_EXIT, ADP_Stopped_ApplicationExit.
void board_stop(void) {
  __asm__ volatile("mov r0, #0x18\n\tldr r1, =0x20026\n\tbkpt 0xAB" ::: "r0", "r1", "memory");
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++) ((uint8_t *)to)[i] = ((const uint8_t *)from)[i];
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  if (to <= from) return memcpy(to, from, count);
  while (count-- > 0) ((uint8_t *)to)[count] = ((const uint8_t *)from)[count];
  return to;
}

void *memset(void *to, int value, size_t count) {
  for (size_t i = 0; i < count; i++) ((uint8_t *)to)[i] = (uint8_t)value;
  return to;
}

// As the ARM run-time ABI has it, the count comes before the value.
void __aeabi_memset(void *to, size_t count, int value) { memset(to, value, count); }
void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
