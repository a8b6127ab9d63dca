// The vector table of the stm32f405 on a Feather: what the core jumps to, slot by slot.
#include "../../Support/handlers.h"

__attribute__((section(".vectors"), used)) static const vector vectors[16 + 82] = {
    ARMV7M_EXCEPTIONS,
    [15] = tick_handler, // 0x3C  SysTick

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
