// The vector table of the nrf51822: what the core jumps to, slot by slot.
#include "../../Support/handlers.h"

__attribute__((section(".vectors"), used)) static const vector vectors[16 + 32] = {
    ARMV6M_EXCEPTIONS,
    [15] = unexpected_handler, // 0x3C  SysTick, which this chip lacks

    // One interrupt for each peripheral (nRF51 Series Reference Manual, table 4): number = ID.
    [16 + 0] = unexpected_handler, // 0x40  0: power and clock
    [16 + 1] = unexpected_handler, // 0x44  1: radio
    [16 + 2] = sensor_port_handler, // 0x48  2: UART 0
    [16 + 3 ... 16 + 7] = unexpected_handler,
    [16 + 8] = tick_handler, // 0x60  TIMER 0
    [16 + 9 ... 16 + 31] = unexpected_handler,
};
