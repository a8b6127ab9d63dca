// The vector table of the stm32f405 on a Feather: what the core jumps to, slot by slot.
#include "../../Support/handlers.h"

typedef void (*vector)(void);

__attribute__((section(".vectors"), used)) static const vector vectors[16 + 82] = {
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

    // The interrupts of RM0090, table 62. None but these is ever enabled.
    [16 ... 16 + 22] = unexpected_handler,
    [16 + 23] = data_ready_handler, // 0x9C  EXTI 5 to 9
    [16 + 24 ... 16 + 30] = unexpected_handler,
    [16 + 31] = bus_handler, // 0xBC  I2C 1, events
    [16 + 32] = bus_handler, // 0xC0  I2C 1, errors
    [16 + 33 ... 16 + 38] = unexpected_handler,
    [16 + 39] = host_port_handler, // 0xDC  USART 3
    [16 + 40 ... 16 + 81] = unexpected_handler,
};
