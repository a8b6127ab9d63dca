/* Prints how many instructions a call takes on average while two letters are written, on the emulated mps2-an386, where QEMU counts them:
 * a tick of the timer of the core is 40 instructions. */
#include <quillon.h>

#include <stdio.h>

#include "recording.h"

#define TIMER ((volatile uint32_t *)0xE000E010) /* SysTick: control, reload, value */
enum { samples = sizeof recording / sizeof *recording, tick = 40 };
static quillon_recognizer recognizer;
static quillon_fusion6 six;
static quillon_fusion9 nine;

/* Adds the ticks of `call` to `sum`. The timer counts down, and any value that is written starts it again. */
#define COUNT(sum, call)                  \
  do {                                    \
    TIMER[2] = 0;                         \
    uint32_t begin = TIMER[2];            \
    call;                                 \
    sum += (begin - TIMER[2]) & 0xFFFFFF; \
  } while (0)

int main(void) {
  uint32_t size, of_six = 0, of_nine = 0, of_recognizer = 0, events = 0;
  const void *model = quillon_model_gestures(&size);
  quillon_event event;
  quillon_recognizer_init(&recognizer, sizeof recognizer, model, size);
  quillon_fusion6_init(&six, sizeof six, NULL);
  quillon_fusion9_init(&nine, sizeof nine, NULL);
  TIMER[1] = 0xFFFFFF;
  TIMER[0] = 5;
  for (int i = 0; i < samples; i++) {
    const short *counts = recording[i];
    quillon_sample sample = {(uint32_t)i * 10000u, QUILLON_HAS_RATE | (counts[6] ? QUILLON_PEN_DOWN : 0u), {0, 0, 0}, {0, 0, 0}, {0, 0, 0, 0}};
    quillon_field field = {0, 20 << 19, -(40 << 19)};
    sample.force = quillon_force_from_g(counts[0] / 4096.0f, counts[1] / 4096.0f, counts[2] / 4096.0f);
    sample.rate = quillon_rate_from_dps(counts[3] / 16.4f, counts[4] / 16.4f, counts[5] / 16.4f);
    COUNT(of_six, quillon_fusion6_push(&six, sample.time, &sample.force, &sample.rate));
    COUNT(of_nine, quillon_fusion9_push(&nine, sample.time, &sample.force, &sample.rate, &field));
    COUNT(of_recognizer, events += quillon_recognizer_push(&recognizer, &sample, &event) == QUILLON_EVENT);
  }
  printf("quillon_fusion6_push %u\nquillon_fusion9_push %u\n", (unsigned)(of_six * tick / samples), (unsigned)(of_nine * tick / samples));
  printf("quillon_recognizer_push %u\n", (unsigned)(of_recognizer * tick / samples));
  return events != 2;
}
