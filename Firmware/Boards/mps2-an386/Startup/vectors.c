// The vector table of the mps2-an386: what the core jumps to, slot by slot.
#include "../../Support/handlers.h"

typedef void (*vector)(void);

__attribute__((section(".vectors"), used)) static const vector vectors[16 + 5] = {
    (vector)stack_top,    // 0x00  first stack pointer
    reset_handler,        // 0x04
    nmi_handler,          // 0x08
    hard_fault_handler,   // 0x0C
    memory_fault_handler, // 0x10
    bus_fault_handler,    // 0x14
    usage_fault_handler,  // 0x18
    0, 0, 0, 0,           // 0x1C  reserved
    unexpected_handler,   // 0x2C  supervisor call
    unexpected_handler,   // 0x30  debug monitor
    0,                    // 0x34  reserved
    unexpected_handler,   // 0x38  pended supervisor call
    tick_handler,         // 0x3C  SysTick
    sensor_port_handler,  // 0x40  interrupt 0: UART 0 received
    unexpected_handler,   // 0x44  interrupt 1: UART 0 sent
    host_port_handler,    // 0x48  interrupt 2: UART 1 received
    unexpected_handler,   // 0x4C  interrupt 3: UART 1 sent
    unexpected_handler,   // 0x50  interrupt 4: UART 2 received
};
