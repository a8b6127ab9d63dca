/* Prints how many bytes of stack each call takes at most, on an emulated board: memory below the stack is painted before the call. */
#include <quillon.h>

#include <stdio.h>

#include "recording.h"

enum { depth = 10000 };
static quillon_recognizer recognizer;
static quillon_trainer trainer;
static quillon_fusion6 six;
static quillon_fusion9 nine;
static quillon_receiver receiver;
static quillon_calibrator calibrator;
static uint8_t *low;

static void __attribute__((noinline)) paint(void) {
  volatile uint8_t memory[depth];
  for (int i = 0; i < depth; i++) memory[i] = 0xA5;
  low = (uint8_t *)memory;
}
static unsigned __attribute__((noinline)) used(void) {
  const volatile uint8_t *memory = low;
  unsigned untouched = 0;
  while (untouched < depth && memory[untouched] == 0xA5) untouched++;
  return depth - untouched;
}
#define TELL(name, statement)          \
  do {                                 \
    unsigned most = 0;                 \
    paint();                           \
    statement;                         \
    if (used() > most) most = used();  \
    printf("%s %u\n", name, most);     \
  } while (0)

int main(void) {
  uint32_t size;
  const void *model = quillon_model_air(&size);
  quillon_event event;
  quillon_candidate best[5];
  unsigned most = 0, seven = 0, lastly = 0;
  TELL("nothing", quillon_version());
  TELL("quillon_recognizer_init", quillon_recognizer_init(&recognizer, sizeof recognizer, model, size));
  TELL("quillon_fusion6_init", quillon_fusion6_init(&six, sizeof six, NULL));
  TELL("quillon_fusion9_init", quillon_fusion9_init(&nine, sizeof nine, NULL));
  TELL("quillon_receiver_init_witmotion_11", quillon_receiver_init_witmotion_11(&receiver, sizeof receiver));
  quillon_calibrator_init(&calibrator, sizeof calibrator);
  for (int i = 0; i < 27; i++) {
    quillon_field corner = {(i % 3 - 1) * (30 << 19), (i / 3 % 3 - 1) * (30 << 19), (i / 9 - 1) * (30 << 19)};
    quillon_calibrator_push(&calibrator, NULL, NULL, &corner);
  }
  quillon_correction correction;
  TELL("quillon_calibrator_magnetometer", quillon_calibrator_magnetometer(&calibrator, &correction));
  quillon_trainer_init(&trainer, sizeof trainer, &recognizer);
  for (unsigned i = 0; i < sizeof recording / sizeof *recording; i++) {
    const short *counts = recording[i];
    quillon_sample sample = {i * 10000u, QUILLON_HAS_RATE | (counts[6] ? QUILLON_PEN_DOWN : 0u), {0, 0, 0}, {0, 0, 0}, {0, 0, 0, 0}};
    quillon_field field = {0, 20 << 19, -(40 << 19)};
    sample.force = quillon_force_from_g(counts[0] / 4096.0f, counts[1] / 4096.0f, counts[2] / 4096.0f);
    sample.rate = quillon_rate_from_dps(counts[3] / 16.4f, counts[4] / 16.4f, counts[5] / 16.4f);
    paint();
    int32_t result = quillon_recognizer_push(&recognizer, &sample, &event);
    if (used() > most) most = used();
    paint();
    quillon_fusion6_push(&six, sample.time, &sample.force, &sample.rate);
    if (used() > seven) seven = used();
    paint();
    quillon_fusion9_push(&nine, sample.time, &sample.force, &sample.rate, &field);
    if (used() > lastly) lastly = used();
    if (result == QUILLON_EVENT && event.kind == QUILLON_CLASSIFICATION) {
      TELL("quillon_recognizer_best", quillon_recognizer_best(&recognizer, best, 5));
      TELL("quillon_trainer_learn", quillon_trainer_learn(&trainer, &recognizer, 1, 0));
    }
  }
  printf("quillon_recognizer_push %u\nquillon_fusion6_push %u\nquillon_fusion9_push %u\n", most, seven, lastly);
  return 0;
}
