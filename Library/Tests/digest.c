/* What replay.c does not do, for a comparison: `digest` teaches a trainer letters on a touch surface and prints its answers, `digest FORMAT`
 * prints what a receiver of that format makes of the bytes on standard input. */
#include <quillon.h>

#include <stdio.h>
#include <string.h>

#include "binary.h"
#include "formats.h"

static quillon_recognizer recognizer;
static quillon_trainer trainer;
static quillon_receiver receiver;

static const struct { const char *name; int32_t (*init)(quillon_receiver *, uint32_t); } formats[] = {
#define FORMAT(name) {#name, quillon_receiver_init_##name},
    FORMATS(FORMAT)};

/* Prints the numbers of a struct. */
static void show(const char *name, const void *numbers, size_t size) {
  printf("%s", name);
  for (size_t i = 0; i < size / 4; i++) printf(" %ld", (long)((const int32_t *)numbers)[i]);
  printf("\n");
}

static void teach(int32_t letter) {
  static uint32_t time;
  quillon_event event;
  quillon_candidate best[5];
  for (int32_t i = 0; i < 60; i++) {
    int32_t x = i * (letter + 3) % 37 * 100, y = i * (letter + 7) % 23 * 100; /* a zigzag */
    quillon_recognizer_push_touch(&recognizer, time += 10000, x, y, i < 50, 100, &event);
  }
  while (quillon_recognizer_finish(&recognizer, &event) == QUILLON_EVENT) {
    show("event", &event, sizeof event);
    if (quillon_recognizer_best(&recognizer, best, 5) == 5) show("best", best, sizeof best);
    printf("learned %ld\n", (long)quillon_trainer_learn(&trainer, &recognizer, letter, 0));
    if (quillon_trainer_classify(&trainer, &recognizer, &event) == QUILLON_OK) show("taught", &event, sizeof event);
  }
}

int main(int count, char **arguments) {
  static int16_t weights[2048];
  quillon_sample sample;
  uint32_t size;
  const void *model = quillon_model_ink(&size);
  make_streams_binary();
  for (size_t i = 0; count > 1 && i < sizeof formats / sizeof *formats; i++) {
    if (strcmp(arguments[1], formats[i].name) != 0) continue;
    formats[i].init(&receiver, sizeof receiver);
    for (int byte; (byte = getchar()) != EOF;)
      if (quillon_receiver_push(&receiver, (uint8_t)byte, &sample) == QUILLON_EVENT) show("sample", &sample, sizeof sample);
  }
  if (count > 1) return 0;
  quillon_recognizer_init(&recognizer, sizeof recognizer, model, size);
  quillon_trainer_init(&trainer, sizeof trainer, &recognizer);
  for (int32_t letter = 0; letter < 26; letter++) teach(letter);
  int32_t learned = quillon_trainer_weights(&trainer, weights, 2048);
  for (int32_t i = 0; i < learned; i++) printf("%d\n", weights[i]);
  return 0;
}
