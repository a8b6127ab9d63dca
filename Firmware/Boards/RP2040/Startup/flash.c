// Writing the flash by the boot ROM's functions (RP2040 Datasheet, 2.8.3.1.3; RP2350 Datasheet, 5.4). Meanwhile nothing can be read from
// it, so this code is in RAM, no interrupt runs, and the functions are looked up first. The boot ROM would let the flash be read again
// several times slower than before. So what has set it up runs again, in the last 256 bytes of RAM, where a boot ROM runs boot2. An RP2350
// has none: its boot ROM leaves such code in its boot RAM (raspberrypi/pico-sdk, hardware_flash/flash.c).
#include "include/RP2040Startup.h"
#include "../../Support/include/BoardSupport.h"

typedef void (*plain)(void);
typedef void (*erase)(uint32_t offset, uint32_t count, uint32_t block, uint8_t command);
typedef void (*program)(uint32_t offset, const uint8_t *data, uint32_t count);

#if __ARM_ARCH == 6 // an RP2040
typedef void *(*find)(const uint16_t *table, uint32_t code);

static void *rom(char first, char second) {
  uintptr_t lookup = *(const volatile uint16_t *)0x18, table = *(const volatile uint16_t *)0x14;
  return ((find)lookup)((const uint16_t *)table, (uint32_t)second << 8 | (uint32_t)first);
}

#define SETUP 0x10000000
static uint32_t *const setup = (uint32_t *)0x20041F00;
#else
typedef void *(*find)(uint32_t code, uint32_t kinds);

// A function for secure code of an Arm core.
static void *rom(char first, char second) {
  uintptr_t lookup = *(const volatile uint16_t *)0x16;
  return ((find)lookup)((uint32_t)second << 8 | (uint32_t)first, 4);
}

#define SETUP 0x400E0000
static uint32_t *const setup = (uint32_t *)0x20081F00;
#endif

static struct {
  plain connect, leave, flush;
  erase erase;
  program program;
} functions;

enum { SECTOR = 4096, PAGE = 256 };
static _Alignas(4) uint8_t page[PAGE];

__attribute__((section(".data.flash"), noinline, used)) static void change(uint32_t offset, uint32_t isErasing) {
  functions.connect();
  functions.leave();
  if (isErasing) {
    functions.erase(offset, SECTOR, SECTOR, 0x20);
  } else {
    functions.program(offset, page, PAGE);
  }
  functions.flush();
  ((plain)((uintptr_t)setup | 1))();
}

static void prepare(void) {
  functions.connect = (plain)rom('I', 'F');
  functions.leave = (plain)rom('E', 'X');
  functions.erase = (erase)rom('R', 'E');
  functions.program = (program)rom('R', 'P');
  functions.flush = (plain)rom('F', 'C');
  for (uint32_t word = 0; word < PAGE / 4; word++) {
    setup[word] = ((const volatile uint32_t *)SETUP)[word];
  }
}

// RAM is too far from the flash for a branch.
static void (*volatile const distant)(uint32_t, uint32_t) = change;

void rp2040_flash_erase(uint32_t offset) {
  prepare();
  interrupts_hold();
  distant(offset, 1);
  interrupts_release();
}

void rp2040_flash_write(uint32_t offset, uint32_t word) {
  for (uint32_t place = 0; place < PAGE; place++) {
    page[place] = 0xFF;
  }
  *(uint32_t *)(page + (offset & (PAGE - 4))) = word;
  prepare();
  interrupts_hold();
  distant(offset & ~(uint32_t)(PAGE - 1), 0);
  interrupts_release();
}

#if __ARM_ARCH == 6
void rp2040_enter_boot_loader(uint32_t lights) { ((void (*)(uint32_t, uint32_t))rom('U', 'B'))(lights, 0); }
#else
// Reboots into the drive in 10 ms, and does not return before; the third number means that the fourth is the pin of a light.
void rp2040_enter_boot_loader(uint32_t lights) {
  typedef int (*reboot)(uint32_t flags, uint32_t milliseconds, uint32_t options, uint32_t pin);
  ((reboot)rom('R', 'B'))(0x102, 10, 0x20, (uint32_t)__builtin_ctz(lights));
}
#endif
