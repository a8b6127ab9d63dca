// The vector table of the nrf51822: what the core jumps to, slot by slot.
#include "../../Support/handlers.h"

typedef void (*vector)(void);

__attribute__((section(".vectors"), used)) static const vector vectors[16 + 32] = {
    (vector)stack_top,    // 0x00  first stack pointer
    reset_handler,        // 0x04
    nmi_handler,          // 0x08
    hard_fault_handler,   // 0x0C
    0, 0, 0, 0, 0, 0, 0,  // 0x10  reserved: this core has one kind of fault
    unexpected_handler,   // 0x2C  supervisor call
    0, 0,                 // 0x30  reserved
    unexpected_handler,   // 0x38  pended supervisor call
    unexpected_handler,   // 0x3C  SysTick, which this chip has not

    // One interrupt for each peripheral (nRF51 Series Reference Manual, table 4): number = ID.
    unexpected_handler,   // 0x40  0: power and clock
    unexpected_handler,   // 0x44  1: radio
    sensor_port_handler,  // 0x48  2: UART 0
    [16 + 3 ... 16 + 7] = unexpected_handler,
    [16 + 8] = tick_handler, // 0x60  TIMER 0
    [16 + 9 ... 16 + 31] = unexpected_handler,
};
