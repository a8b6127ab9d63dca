/* A board that speaks Quillon's protocol (firmware-docs/PROTOCOL.md): it sends its hello and raw samples, and receives pen commands. */

#include <stdint.h>
#include <string.h>

static uint8_t packet[63], line[66];    /* one packet, and its bytes on the line */
static uint8_t length;
static uint16_t next_sequence;

static uint16_t crc16(const uint8_t *bytes, unsigned count) {
  uint16_t crc = 0xFFFF;
  while (count--) {
    crc ^= (uint16_t)(*bytes++ << 8);
    for (int bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? (uint16_t)(crc << 1 ^ 0x1021) : (uint16_t)(crc << 1);
  }
  return crc;
}

static void put8(uint8_t value) { packet[length++] = value; }
static void put16(uint16_t value) { put8(value & 0xFF); put8(value >> 8); }
static void put32(uint32_t value) { put16(value & 0xFFFF); put16(value >> 16); }

static void begin(uint8_t type, uint32_t microseconds) {
  length = 0;
  put8(1);
  put8(type);
  put16(next_sequence++);
  put32(microseconds);
}

/* Fills `line` and returns the number of bytes to send. */
static unsigned end(void) {
  put16(crc16(packet, length));
  unsigned out = 0, code;
  line[out++] = 0;
  code = out++;                         /* place for the length of the open block */
  for (unsigned i = 0; i < length; i++) {
    if (packet[i] == 0) {
      line[code] = (uint8_t)(out - code);
      code = out++;
    } else {
      line[out++] = packet[i];
    }
  }
  line[code] = (uint8_t)(out - code);
  line[out++] = 0;
  return out;
}

unsigned hello(const char *name, uint16_t rate) {
  begin(6, 0);
  for (unsigned i = 0, n = strlen(name); i < 16; i++) put8(i < n ? name[i] : 0);
  put8(1); put8(4); put8(2);            /* firmware 1.4.2 */
  put16(rate);
  put32(0);                             /* no recognizer on the board */
  return end();
}

/* force: m/s², Q8.23; rate: rad/s, Q6.25 */
unsigned raw_sample(uint32_t microseconds, int pen_is_down, const int32_t force[3],
                    const int32_t rate[3]) {
  begin(1, microseconds);
  put8((uint8_t)(4 | (pen_is_down ? 1 : 0)));
  for (int i = 0; i < 3; i++) put32((uint32_t)force[i]);
  for (int i = 0; i < 3; i++) put32((uint32_t)rate[i]);
  return end();
}

/* The receiver. Pass every received byte to `on_byte`. A host also tracks the sequence numbers. */

static uint8_t received[128];
static uint8_t count, remaining;        /* bytes kept; bytes left in the open block */
static enum { SKIP, FRESH, BLOCKS } state = SKIP;
uint32_t damaged;

void pen_command(int is_down);          /* you write this */

static void handle_packet(void) {
  if (count < 10) { damaged++; return; }
  uint16_t sum = (uint16_t)(received[count - 2] | received[count - 1] << 8);
  if (crc16(received, count - 2u) != sum) { damaged++; return; }
  if (received[0] != 1) return;         /* another version: ignore */
  if (received[1] != 3) return;         /* another type: ignore */
  if (count < 11) { damaged++; return; }
  pen_command(received[8] & 1);
}

static void keep(uint8_t byte) {
  if (count < sizeof received) {
    received[count++] = byte;
  } else {
    damaged++;
    state = SKIP;
  }
}

void on_byte(uint8_t byte) {
  if (byte == 0) {
    if (state == BLOCKS && remaining) damaged++;
    else if (state == BLOCKS) handle_packet();
    state = FRESH;
    count = remaining = 0;
  } else if (state == SKIP) {
    return;
  } else if (remaining) {
    remaining--;
    keep(byte);
  } else {
    if (state == BLOCKS) keep(0);       /* the zero that ended the block before */
    else state = BLOCKS;
    remaining = (uint8_t)(byte - 1);
  }
}
