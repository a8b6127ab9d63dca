// The second stage of the boot loader, in the flash's first 256 bytes (RP2040 Datasheet, 2.8.1.3). The boot ROM checks the
// checksum of its first 252 bytes, which the build puts into the last four, copies it to RAM and runs it there. It makes the SSI read
// the flash by command 03h, which every flash chip knows, and jumps through the vector table behind it. The boot ROM gives no return
// address: its link register is 0. With one it returns, so that flash.c can run it again.
#include <stdint.h>

#if __ARM_ARCH == 6 // an RP2040

__attribute__((section(".boot2"), naked, used)) void boot2(void) {
  __asm__ volatile(
      "ldr r3, =0x18000000\n\t" // SSI (4.10.13)
      "movs r0, #0\n\t"
      "str r0, [r3, #0x08]\n\t" // SSIENR: off, to be set up
      "movs r0, #2\n\t"
      "str r0, [r3, #0x14]\n\t" // BAUDR: half of the core's clock
      "ldr r0, =0x001F0300\n\t"
      "str r0, [r3, #0x00]\n\t" // CTRLR0: frames of 32 bits, receive after a command
      "ldr r0, =0x03000218\n\t"
      "ldr r1, =0x180000F4\n\t"
      "str r0, [r1]\n\t" // SPI_CTRLR0: command 03h, 8 bits; address, 24 bits; single lines
      "movs r0, #0\n\t"
      "str r0, [r3, #0x04]\n\t" // CTRLR1: one frame
      "movs r0, #1\n\t"
      "str r0, [r3, #0x08]\n\t" // SSIENR: on
      "mov r0, lr\n\t"
      "cmp r0, #0\n\t"
      "beq 1f\n\t"
      "bx lr\n\t"
      "1: ldr r0, =0x10000100\n\t" // the vector table
      "ldr r1, =0xE000ED08\n\t" // VTOR
      "str r0, [r1]\n\t"
      "ldr r1, [r0]\n\t"
      "ldr r0, [r0, #4]\n\t"
      "msr msp, r1\n\t"
      "bx r0\n\t"
      ".ltorg");
}
#endif
