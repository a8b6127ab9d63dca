/* Letters in the air, from the counts of an MPU-6050 and a button. `make examples-c` runs it on emulated boards. */
#include <quillon.h>
#include <stdio.h>

#include "recording.h" /* stands for your sensor: replace it by your driver */

static quillon_recognizer recognizer; /* 11 KB */

static void tell(const void *model, uint32_t size, const quillon_event *event) {
  char label[24];
  quillon_candidate best[5];
  if (event->kind != QUILLON_CLASSIFICATION) return;
  quillon_model_label(model, size, event->label, label, sizeof label);
  printf("%s  margin %d/1000  rivals", label, (int)(quillon_score(event->margin) * 1000));
  quillon_recognizer_best(&recognizer, best, 5);
  for (int i = 1; i < 5; i++) {
    quillon_model_label(model, size, best[i].label, label, sizeof label);
    printf(" %s", label);
  }
  printf("\n");
}

int main(void) {
  uint32_t size;
  const void *model = quillon_model_air(&size);
  quillon_event event;
  if (quillon_recognizer_init(&recognizer, sizeof recognizer, model, size) != QUILLON_OK) return 1;
  for (unsigned i = 0; i < sizeof recording / sizeof *recording; i++) {
    const short *counts = recording[i]; /* ax ay az at 8 g, gx gy gz at 2000 degrees/s, the button */
    quillon_sample sample = {i * 10000u, QUILLON_HAS_RATE | (counts[6] ? QUILLON_PEN_DOWN : 0u), {0, 0, 0}, {0, 0, 0}, {0, 0, 0, 0}};
    sample.force = quillon_force_from_g(counts[0] / 4096.0f, counts[1] / 4096.0f, counts[2] / 4096.0f);
    sample.rate = quillon_rate_from_dps(counts[3] / 16.4f, counts[4] / 16.4f, counts[5] / 16.4f);
    if (quillon_recognizer_push(&recognizer, &sample, &event) == QUILLON_EVENT) tell(model, size, &event);
  }
  while (quillon_recognizer_finish(&recognizer, &event) == QUILLON_EVENT) tell(model, size, &event);
  return 0;
}
