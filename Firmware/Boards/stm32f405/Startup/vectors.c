// The vector table of the stm32f405: what the core jumps to, slot by slot.
#include "../../Support/handlers.h"

__attribute__((section(".vectors"), used)) static const vector vectors[16 + 82] = {
    ARMV7M_EXCEPTIONS,
    [15] = tick_handler, // 0x3C  SysTick

    // The interrupts of RM0090, table 62. None but these is ever enabled.
    [16 ... 16 + 36] = unexpected_handler,
    [16 + 37] = host_port_handler,   // 0xD4  USART 1
    [16 + 38] = sensor_port_handler, // 0xD8  USART 2
    [16 + 39 ... 16 + 81] = unexpected_handler,
};
