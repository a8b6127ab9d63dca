/* Letters in the air, from the counts of an MPU-6050 and a button. `make examples-c` runs it on emulated boards. */
#include <quillon.h>
#include <stdio.h>

#include "recording.h" /* stands for your sensor: replace it by your driver */

static quillon_recognizer recognizer; /* 11 KB */

static void tell(const quillon_event *event) {
  char label[24];
  quillon_candidate best[5];
  if (event->kind != QUILLON_CLASSIFICATION) {
    printf("none: %s\n", quillon_reason_text(event));
    return;
  }
  int32_t count = quillon_recognizer_best(&recognizer, best, 5);
  for (int32_t i = 0; i < count; i++) {
    if (quillon_recognizer_label(&recognizer, best[i].label, label, sizeof label) < QUILLON_OK) return;
    printf("%s%s", i ? " " : "", label);
    if (i == 0) printf("  margin %d/1000  rivals", (int)(quillon_score(event->margin) * 1000));
  }
  printf("\n");
}

int main(void) {
  uint32_t size;
  const void *model = quillon_model_air(&size);
  quillon_event event;
  int32_t result = quillon_recognizer_init(&recognizer, sizeof recognizer, model, size);
  for (unsigned i = 0; i < sizeof recording / sizeof *recording && result >= QUILLON_OK; i++) {
    const short *counts = recording[i]; /* ax ay az at 8 g, gx gy gz at 2000 degrees/s, the button */
    quillon_sample sample = {i * 10000u, QUILLON_HAS_RATE | (counts[6] ? QUILLON_PEN_DOWN : 0u), {0, 0, 0}, {0, 0, 0}, {0, 0, 0, 0}};
    sample.force = quillon_force_from_g(counts[0] / 4096.0f, counts[1] / 4096.0f, counts[2] / 4096.0f);
    sample.rate = quillon_rate_from_dps(counts[3] / 16.4f, counts[4] / 16.4f, counts[5] / 16.4f);
    result = quillon_recognizer_push(&recognizer, &sample, &event);
    if (result == QUILLON_EVENT) tell(&event);
  }
  if (result >= QUILLON_OK)
    while ((result = quillon_recognizer_finish(&recognizer, &event)) == QUILLON_EVENT) tell(&event);
  if (result < QUILLON_OK) printf("%s\n", quillon_error_text(result));
  return result < QUILLON_OK;
}
