// What every board needs from C: memory that an interrupt handler shares with the main loop, the
// stack's paint, the note that a fault leaves for the next start, and sleeping.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// --- Receive rings: filled by an interrupt handler, emptied by the main loop ---------------------

// A board has at most two serial ports: the sensor's, and the host's if it is another one.
// The sensor's ring holds three of the longest packets and more, the host's the longest of its commands, a calibration
// with gain, and as much again: so much comes in while a packet of this length is sent.
enum { RING_SENSOR = 0, RING_HOST = 1, RING_COUNT = 2 };
enum { SENSOR_CAPACITY = 256, HOST_CAPACITY = 128 };

// Puts a byte that was received at `time` into a ring. When the ring is full the byte is lost and
// counted.
void ring_put(uint32_t ring, uint8_t byte, uint32_t time);
// Removes and returns the oldest byte, or returns -1 when the ring is empty.
int32_t ring_take(uint32_t ring);
// The arrival time of the sample whose last byte was just read from the sensor's ring. Right for
// packets whose delimiters are at least 16 bytes apart, as those of all samples are.
uint32_t ring_sample_arrival(void);
// How many bytes wait in the ring.
uint32_t ring_waiting(uint32_t ring);
// How many bytes were lost since the start, those that the hardware reports included.
uint32_t ring_overruns(uint32_t ring);
// Counts a byte that the hardware lost before the handler could fetch it.
void ring_count_overrun(uint32_t ring);
// Sleeps until an interrupt if both rings are empty; returns at once if not.
void ring_sleep(void);

// --- Boards with a sensor chip: its data-ready edge, bytes on their way to the host ----------------

// Notes, in the handler, that the chip's data are ready since `time`.
void edge_note(uint32_t time);
// Reads the newest edge that was not yet read; false if there is none.
bool edge_take(uint32_t *time);
// Sleeps until an interrupt, unless an edge or a byte of the host waits.
void edge_sleep(void);
// Sleeps until an interrupt, unless a bit of `mask` is up in the register at `flags`.
void flag_sleep(uintptr_t flags, uint32_t mask);
// Sleeps until an interrupt.
void interrupt_sleep(void);

// Bytes to the host: added by the main loop, removed by the handlers of the lines that they go out on.
enum { OUTGOING_CAPACITY = 256 };
enum { LINE_UART = 0, LINE_USB = 1, LINE_COUNT = 2 };
// Adds a byte; false while the ring is full for the UART.
bool outgoing_put(uint8_t byte);
// Removes and returns the oldest byte for this line, or returns -1. By USB the host may stop fetching bytes. Then the oldest are lost,
// and it finds a damaged packet.
int32_t outgoing_take(uint32_t line);
// Drops what waits for this line.
void outgoing_skip(uint32_t line);

// --- A BMI270's program, in images that have one ----------------------------------------------------

uint32_t bmi270_length(void);
// The byte at `index`; 0 behind the end.
uint8_t bmi270_byte(uint32_t index);

// --- Stabilizers of strokes, in images with a perceptron --------------------------------------------

// What the image was built with or, where nothing was named, what the model was `trained` with: the decay rate of velocity and
// position, 1/s, by how much the speed shrinks per second, m/s², and the distance from the start of the stroke, m/s, all Q8.23.
int32_t built_damping(int32_t trained);
int32_t built_speed_shrinkage(int32_t trained);
int32_t built_distance_shrinkage(int32_t trained);
bool built_integrates_by_euler(bool trained);
bool built_corrects_at_rest(bool trained);
bool built_removes_drift(bool trained);

// --- USB ---------------------------------------------------------------------------------------------

// A descriptor of `*length` bytes, or null. `selector` is the type in the high byte and the index in the low one.
const uint8_t *usb_descriptor(uint32_t selector, uint32_t *length);
// What the host set as the line's parameters, 7 bytes. The line has no rate of its own.
uint8_t *usb_line_coding(void);
// The rate of these, baud.
uint32_t usb_line_rate(void);
// An answer of `byte` and seven zeros.
const uint8_t *usb_answer(uint8_t byte);

// Holds interrupts back, and lets them through again.
static inline void interrupts_hold(void) { __asm__ volatile("cpsid i" ::: "memory"); }
static inline void interrupts_release(void) { __asm__ volatile("cpsie i" ::: "memory"); }

// --- Milliseconds since the start, counted by the tick's interrupt handler ---------------------------

void tick_count(void);
uint32_t tick_milliseconds(void);

// --- Samples to replay, put into flash beside the image --------------------------------------------

// The bytes, and how many: 0 when none have been put there.
const uint8_t *replay_bytes(void);
uint32_t replay_length(void);

// --- Measuring --------------------------------------------------------------------------------------

// Runs 2 * `pairs` instructions, and the few of a call.
void count_instructions(uint32_t pairs);

// Makes the compiler forget what it knows of memory, so that it computes the same thing twice.
static inline void forget_memory(void) { __asm__ volatile("" ::: "memory"); }

// --- The stack ---------------------------------------------------------------------------------------

// The most bytes of stack that were in use at any time since the start: what is no longer painted.
uint32_t stack_high_water(void);

// --- Faults ------------------------------------------------------------------------------------------

// What the fault handlers are called; the numbers are the architecture's exception numbers.
enum fault_cause {
  FAULT_NONE = 0,
  FAULT_NMI = 2,
  FAULT_HARD = 3,
  FAULT_MEMORY = 4,
  FAULT_BUS = 5,
  FAULT_USAGE = 6,
  // What restarted the board without an exception.
  FAULT_WATCHDOG = 250,   // the main loop hung
  FAULT_SUPPLY = 251,     // the supply was gone for so short a time that RAM kept its content
  FAULT_UNEXPECTED = 255, // an interrupt without a handler
};

// The last fault before this start, and where it struck. It lies in memory that a reset leaves alone, until it is forgotten.
typedef struct {
  uint32_t cause;
  uint32_t address;
} fault_note;

fault_note fault_last(void);
void fault_forget(void);

// Call it once, at the start, with the cause of the reset that the chip reports: the watchdog, or power. A note not yet reported stays.
void fault_note_reset(bool is_by_watchdog, bool is_by_power);

// --- Two presses of the reset button ------------------------------------------------------------------

// True if the start before was so short ago that `reset_forget_press` has not been called since.
bool reset_was_pressed_twice(void);
void reset_forget_press(void);

// Notes that the next start is for the boot loader, and asks once whether this one is.
void reset_ask_for_boot_loader(void);
bool reset_is_for_boot_loader(void);
