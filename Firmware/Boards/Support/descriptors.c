// The USB descriptors of a board (Universal Serial Bus Specification 2.0, 9.6; CDC 1.2, 5.2 and PSTN 1.2, 5.3): a serial port
// called Quillon.
#include "BoardSupport.h"

enum { DEVICE = 1, CONFIGURATION = 2, STRING = 3, INTERFACE = 4, ENDPOINT = 5, ASSOCIATION = 11, FUNCTIONAL = 0x24 };
enum { HID = 0x21, REPORT = 0x22 };

#ifdef KEYBOARD
enum { INTERFACES = 3, TOTAL = 75 + 25 };
#else
enum { INTERFACES = 2, TOTAL = 75 };
#endif

// 1209:0001 and 1209:0002 are for tests (pid.codes). A product needs a number of its own.
static const uint8_t device[] = {
    18, DEVICE, 0x00, 0x02, // USB 2.0
    0xEF, 0x02, 0x01,       // interfaces are associated
    64,                     // bytes a packet of endpoint 0
    0x09, 0x12, INTERFACES - 1, 0x00, 0x00, 0x01, 1, 2, 0, 1,
};

#ifdef KEYBOARD
// Eight keys that modify, and one other (HID 1.11, appendix B.1).
static const uint8_t report[] = {
    0x05, 0x01, 0x09, 0x06, 0xA1, 0x01,                         // generic desktop, keyboard
    0x05, 0x07, 0x19, 0xE0, 0x29, 0xE7, 0x15, 0x00, 0x25, 0x01, // keys E0h to E7h, off or on
    0x75, 0x01, 0x95, 0x08, 0x81, 0x02,                         // a bit each
    0x75, 0x08, 0x95, 0x01, 0x81, 0x01,                         // a byte of nothing
    0x19, 0x00, 0x29, 0x65, 0x25, 0x65, 0x95, 0x06, 0x81, 0x00, // six keys of 0 to 65h
    0xC0,
};
#endif

// Control, with 81h for notifications, and data, with 82h to the host and 02h from it; a keyboard, with 83h for its reports.
static const uint8_t configuration[] = {
    9, CONFIGURATION, TOTAL, 0, INTERFACES, 1, 0, 0x80, 50, // 100 mA
    8, ASSOCIATION, 0, 2, 0x02, 0x02, 0x00, 0,
    9, INTERFACE, 0, 0, 1, 0x02, 0x02, 0x00, 0,
    5, FUNCTIONAL, 0x00, 0x20, 0x01, // CDC 1.2
    5, FUNCTIONAL, 0x01, 0x00, 1,    // calls are not managed
    4, FUNCTIONAL, 0x02, 0x02,       // line coding and control lines
    5, FUNCTIONAL, 0x06, 0, 1,       // interface 1 belongs to 0
    7, ENDPOINT, 0x81, 3, 8, 0, 255,
    9, INTERFACE, 1, 0, 2, 0x0A, 0x00, 0x00, 0,
    7, ENDPOINT, 0x82, 2, 64, 0, 0,
    7, ENDPOINT, 0x02, 2, 64, 0, 0,
#ifdef KEYBOARD
    9, INTERFACE, 2, 0, 1, 0x03, 0x01, 0x01, 0, // a keyboard that a BIOS understands
    9, HID, 0x11, 0x01, 0, 1, REPORT, sizeof report, 0,
    7, ENDPOINT, 0x83, 3, 8, 0, 8,
#endif
};
_Static_assert(sizeof configuration == TOTAL, "wTotalLength");
// An answer whose last packet is full would want an empty one behind it.
_Static_assert(sizeof configuration % 64 != 0, "no packet is full");

static const uint8_t languages[] = {4, STRING, 0x09, 0x04};
static const uint8_t name[] = {16, STRING, 'Q', 0, 'u', 0, 'i', 0, 'l', 0, 'l', 0, 'o', 0, 'n', 0};

const uint8_t *usb_descriptor(uint32_t selector, uint32_t *length) {
  switch (selector) {
  case DEVICE << 8: *length = sizeof device; return device;
  case CONFIGURATION << 8: *length = sizeof configuration; return configuration;
  case STRING << 8: *length = sizeof languages; return languages;
  case STRING << 8 | 1:
  case STRING << 8 | 2: *length = sizeof name; return name;
#ifdef KEYBOARD
  case HID << 8: *length = 9; return configuration + TOTAL - 16;
  case REPORT << 8: *length = sizeof report; return report;
#endif
  default: return 0;
  }
}

static uint8_t coding[8] = {0x00, 0xC2, 0x01, 0x00, 0, 0, 8}; // 115,200 baud, 8 bits

uint8_t *usb_line_coding(void) { return coding; }

uint32_t usb_line_rate(void) { return coding[0] | coding[1] << 8 | coding[2] << 16 | (uint32_t)coding[3] << 24; }

const uint8_t *usb_answer(uint8_t byte) {
  static uint8_t answer[8];
  answer[0] = byte;
  return answer;
}
