// The vector table, which the linker script places.
#pragma once

// Makes it the core's; a boot loader has left its own.
void nrf52840_use_vectors(void);
