// The vector table of the RP2040 or the RP2350: what the core jumps to, slot by slot.
#include "../../Support/handlers.h"

#if __ARM_ARCH == 6

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
#else
// Behind the table is what the boot ROM of an RP2350 looks for in the first 4 KB: a loop of one block, which declares a program of
// secure code for an Arm core of an RP2350, which begins as its vector table specifies (RP2350 Datasheet, 5.9.5, "Minimum Arm IMAGE_DEF").
__attribute__((section(".vectors"), used)) static const struct {
  vector table[16 + 52];
  unsigned block[5];
} vectors = {
    .table =
        {
            ARMV7M_EXCEPTIONS,
            [15] = unexpected_handler, // 0x3C  SysTick

            // The interrupts of the RP2350 Datasheet, 3.2. None but these is ever enabled.
            [16 + 0] = tick_handler, // 0x40  TIMER0_IRQ_0
            [16 + 1 ... 16 + 13] = unexpected_handler,
            [16 + 14] = usb_handler, // 0x78  USBCTRL_IRQ
            [16 + 15 ... 16 + 20] = unexpected_handler,
            [16 + 21] = data_ready_handler, // 0x94  IO_IRQ_BANK0
            [16 + 22 ... 16 + 30] = unexpected_handler,
            [16 + 31] = bus_handler, // 0xBC  SPI0_IRQ
            [16 + 32] = unexpected_handler,
            [16 + 33] = host_port_handler, // 0xC4  UART0_IRQ
            [16 + 34 ... 16 + 35] = unexpected_handler,
            [16 + 36] = bus_handler, // 0xD0  I2C0_IRQ
            [16 + 37] = bus_handler, // 0xD4  I2C1_IRQ
            [16 + 38 ... 16 + 51] = unexpected_handler,
        },
    .block = {0xFFFFDED3, 0x10210142, 0x000001FF, 0, 0xAB123579},
};
#endif
