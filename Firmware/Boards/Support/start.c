// From reset to `main`, and from a fault back to reset.
#include "BoardSupport.h"

// The linker script's symbols: their addresses are the values.
extern uint32_t stack_bottom[], stack_top[];
extern uint32_t data_start[], data_end[], data_load[], bss_start[], bss_end[];

extern int main(int argc, char **argv);

static const uint32_t paint = 0xC0DEC0DE;

// The first instructions after reset. Nothing in .data or .bss may be touched before the loops that
// fill them. The stack is painted so that `stack_high_water` can measure its depth.
void reset_handler(void) {
  uint32_t *here;
  __asm__ volatile("mov %0, sp" : "=r"(here));
  for (uint32_t *p = stack_bottom; p < here - 16; p++) {
    *(volatile uint32_t *)p = paint;
  }
  for (uint32_t *from = data_load, *to = data_start; to < data_end;) {
    *(volatile uint32_t *)to++ = *from++;
  }
  for (uint32_t *p = bss_start; p < bss_end; p++) {
    *(volatile uint32_t *)p = 0;
  }
  main(0, 0);
  for (;;) {
  }
}

uint32_t stack_high_water(void) {
  const volatile uint32_t *p = stack_bottom;
  while (p < stack_top && *p == paint) {
    p++;
  }
  return (uint32_t)((const uint8_t *)stack_top - (const uint8_t *)p);
}

// A length, four bytes, and so many bytes; erased flash is all ones, which is no length.
extern const uint32_t replay_trace[], replay_trace_end[];

const uint8_t *replay_bytes(void) { return (const uint8_t *)(replay_trace + 1); }

uint32_t replay_length(void) {
  uint32_t length = *(const volatile uint32_t *)replay_trace;
  uint32_t room = (uint32_t)((const uint8_t *)replay_trace_end - replay_bytes());
  return length <= room ? length : 0;
}

// Not initialized at start: a note survives a reset. The complement distinguishes it from noise. Volatile, because the compiler
// would assume it to be zero at the start.
static volatile struct {
  uint32_t cause;
  uint32_t address;
  uint32_t check;
  uint32_t running; // RUNNING since the first start with power
  uint32_t press;   // PRESSED in the first moments of a start; LOADER when the next start is for the boot loader
} note __attribute__((section(".noinit")));

enum { RUNNING = 0x5175696C, PRESSED = 0x50726573, LOADER = 0x4C6F6164 };

static void leave(uint32_t cause, uint32_t address) {
  note.cause = cause;
  note.address = address;
  note.check = ~(cause ^ address);
}

fault_note fault_last(void) {
  fault_note last = {FAULT_NONE, 0};
  if (note.check == ~(note.cause ^ note.address)) {
    last.cause = note.cause;
    last.address = note.address;
  }
  return last;
}

void fault_forget(void) { note.check = note.cause ^ note.address; }

void fault_note_reset(bool is_by_watchdog, bool is_by_power) {
  bool was_running = note.running == RUNNING;
  note.running = RUNNING;
  if (!was_running) {
    fault_forget();
  } else if (fault_last().cause == FAULT_NONE && (is_by_watchdog || is_by_power)) {
    leave(is_by_watchdog ? FAULT_WATCHDOG : FAULT_SUPPLY, 0);
  }
}

bool reset_was_pressed_twice(void) {
  bool was = note.press == PRESSED;
  note.press = PRESSED;
  return was;
}

void reset_forget_press(void) { note.press = 0; }

void reset_ask_for_boot_loader(void) { note.press = LOADER; }

bool reset_is_for_boot_loader(void) {
  bool is = note.press == LOADER;
  note.press = 0;
  return is;
}

// Leaves the note and asks the system control block for a reset (ARMv7-M and ARMv6-M: AIRCR, key
// 0x05FA, SYSRESETREQ). `frame` is what the core has pushed: r0-r3, r12, lr, pc, psr. When the stack
// itself has run out the frame is not there, and its address is noted instead.
__attribute__((used)) void fault_note_and_reset(const uint32_t *frame, uint32_t cause) {
  int is_readable = frame >= stack_bottom && frame + 8 <= stack_top;
  leave(cause, is_readable ? frame[6] : (uint32_t)frame);
  reset_forget_press();
  *(volatile uint32_t *)0xE000ED0C = 0x05FA0004;
  for (;;) {
  }
}

// Each handler finds the pushed frame on the main stack, the only one in use, and gives the stack
// back to be sure of room to work in.
#define FAULT_HANDLER(name, cause)                                                               \
  __attribute__((naked)) void name(void) {                                                       \
    __asm__ volatile("mov r0, sp\n\t"                                                            \
                     "ldr r1, =stack_top\n\t"                                                    \
                     "mov sp, r1\n\t"                                                            \
                     "movs r1, %0\n\t"                                                           \
                     "ldr r2, =fault_note_and_reset\n\t"                                         \
                     "bx r2\n\t"                                                                 \
                     ".ltorg" ::"i"(cause));                                                     \
  }

FAULT_HANDLER(nmi_handler, FAULT_NMI)
FAULT_HANDLER(hard_fault_handler, FAULT_HARD)
FAULT_HANDLER(memory_fault_handler, FAULT_MEMORY)
FAULT_HANDLER(bus_fault_handler, FAULT_BUS)
FAULT_HANDLER(usage_fault_handler, FAULT_USAGE)
FAULT_HANDLER(unexpected_handler, FAULT_UNEXPECTED)
