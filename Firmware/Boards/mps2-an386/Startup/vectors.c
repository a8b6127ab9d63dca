// The vector table of the mps2-an386: what the core jumps to, slot by slot.
#include "../../Support/handlers.h"

__attribute__((section(".vectors"), used)) static const vector vectors[16 + 5] = {
    ARMV7M_EXCEPTIONS,
    [15] = tick_handler, // 0x3C  SysTick
    [16 + 0] = sensor_port_handler, // 0x40  interrupt 0: UART 0 received
    [16 + 1] = unexpected_handler, // 0x44  interrupt 1: UART 0 sent
    [16 + 2] = host_port_handler, // 0x48  interrupt 2: UART 1 received
    [16 + 3] = unexpected_handler, // 0x4C  interrupt 3: UART 1 sent
    [16 + 4] = unexpected_handler, // 0x50  interrupt 4: UART 2 received
};
