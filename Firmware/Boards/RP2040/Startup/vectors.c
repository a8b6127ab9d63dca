// The vector table of the RP2040: what the core jumps to, slot by slot.
#include "../../Support/handlers.h"

__attribute__((section(".vectors"), used)) static const vector vectors[16 + 32] = {
    ARMV6M_EXCEPTIONS,
    [15] = unexpected_handler, // 0x3C  SysTick

    // The interrupts of the RP2040 Datasheet, 2.3.2. None but these is ever enabled.
    [16 + 0] = tick_handler, // 0x40  TIMER_IRQ_0
    [16 + 1 ... 16 + 4] = unexpected_handler,
    [16 + 5] = usb_handler, // 0x54  USBCTRL_IRQ
    [16 + 6 ... 16 + 12] = unexpected_handler,
    [16 + 13] = data_ready_handler, // 0x74  IO_IRQ_BANK0
    [16 + 14 ... 16 + 17] = unexpected_handler,
    [16 + 18] = bus_handler, // 0x88  SPI0_IRQ
    [16 + 19] = unexpected_handler,
    [16 + 20] = host_port_handler, // 0x90  UART0_IRQ
    [16 + 21 ... 16 + 22] = unexpected_handler,
    [16 + 23] = bus_handler, // 0x9C  I2C0_IRQ
    [16 + 24] = bus_handler, // 0xA0  I2C1_IRQ
    [16 + 25 ... 16 + 31] = unexpected_handler,
};
