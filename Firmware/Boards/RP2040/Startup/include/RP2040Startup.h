// The vector table and boot2, which the linker script places, and the flash that an image writes.
#pragma once
#include <stdint.h>

// Erases the 4 KB from `offset` on, counted from the flash's begin. The core is stopped for up to 400 ms.
void rp2040_flash_erase(uint32_t offset);
// Writes `word`, whose bits can only clear bits, at `offset`, a multiple of 4.
void rp2040_flash_write(uint32_t offset, uint32_t word);
// Starts the boot ROM's drive, which flashes the pins of `lights`, a bit each. Does not return on a chip.
void rp2040_enter_boot_loader(uint32_t lights);
