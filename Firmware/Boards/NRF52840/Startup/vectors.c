// The vector table of the nRF52840: what the core jumps to, slot by slot.
#include "include/NRF52840Startup.h"
#include "../../Support/handlers.h"
#include <stdint.h>

__attribute__((section(".vectors"), used, aligned(256))) static const vector vectors[16 + 48] = {
    ARMV7M_EXCEPTIONS,
    [15] = unexpected_handler, // 0x3C  SysTick

    // One interrupt for each peripheral (nRF52840 Product Specification, 4.2.3): number = ID. None but these is ever enabled.
    [16 ... 16 + 1] = unexpected_handler,
    [16 + 2] = host_port_handler, // 0x48  UARTE 0
    [16 + 3] = bus_handler,       // 0x4C  TWIM 0
    [16 + 4 ... 16 + 5] = unexpected_handler,
    [16 + 6] = data_ready_handler, // 0x58  GPIOTE
    [16 + 7] = unexpected_handler,
    [16 + 8] = tick_handler, // 0x60  TIMER 0
    [16 + 9 ... 16 + 38] = unexpected_handler,
    [16 + 39] = usb_handler, // 0xDC  USBD
    [16 + 40 ... 16 + 47] = unexpected_handler,
};

// VTOR (ARMv7-M Architecture Reference Manual, B3.2.5).
void nrf52840_use_vectors(void) { *(volatile uint32_t *)0xE000ED08 = (uint32_t)vectors; }
