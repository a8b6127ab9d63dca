// Writing the flash by the boot ROM's functions (RP2040 Datasheet, 2.8.3.1.3). Meanwhile nothing can be read from it, so this code
// is in RAM, no interrupt runs, and the functions are looked up first. The boot ROM would let the flash be read again three times
// slower than boot2 does, so boot2 runs again, from where the boot ROM has run it: the last 256 bytes of RAM.
#include "include/RP2040Startup.h"
#include "../../Support/include/BoardSupport.h"

typedef void (*plain)(void);
typedef void (*erase)(uint32_t offset, uint32_t count, uint32_t block, uint8_t command);
typedef void (*program)(uint32_t offset, const uint8_t *data, uint32_t count);
typedef void *(*find)(const uint16_t *table, uint32_t code);

static void *rom(char first, char second) {
  uintptr_t lookup = *(const volatile uint16_t *)0x18, table = *(const volatile uint16_t *)0x14;
  return ((find)lookup)((const uint16_t *)table, (uint32_t)second << 8 | (uint32_t)first);
}

static struct {
  plain connect, leave, flush;
  erase erase;
  program program;
} functions;

enum { SECTOR = 4096, PAGE = 256 };
static _Alignas(4) uint8_t page[PAGE];

static uint32_t *const boot2 = (uint32_t *)0x20041F00;

__attribute__((section(".data.flash"), noinline, used)) static void change(uint32_t offset, uint32_t isErasing) {
  functions.connect();
  functions.leave();
  if (isErasing) {
    functions.erase(offset, SECTOR, SECTOR, 0x20);
  } else {
    functions.program(offset, page, PAGE);
  }
  functions.flush();
  ((plain)((uintptr_t)boot2 | 1))();
}

static void prepare(void) {
  functions.connect = (plain)rom('I', 'F');
  functions.leave = (plain)rom('E', 'X');
  functions.erase = (erase)rom('R', 'E');
  functions.program = (program)rom('R', 'P');
  functions.flush = (plain)rom('F', 'C');
  for (uint32_t word = 0; word < PAGE / 4; word++) {
    boot2[word] = ((const volatile uint32_t *)0x10000000)[word];
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

void rp2040_enter_boot_loader(uint32_t lights) { ((void (*)(uint32_t, uint32_t))rom('U', 'B'))(lights, 0); }
