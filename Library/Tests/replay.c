/* In C what Library/Sources/SwiftReplay does in Swift; see there. */
#include <quillon.h>

#include <stdio.h>

#include "binary.h"

static quillon_fusion6 six;
static quillon_fusion9 nine;
static quillon_recognizer recognizer;

static void put(int32_t value) {
  for (int shift = 0; shift < 32; shift += 8) putchar((int)((uint32_t)value >> shift & 0xFF));
}

static void put_quaternion(const quillon_quaternion *q) {
  put(q->w), put(q->x), put(q->y), put(q->z);
}

static void put_event(int32_t result, const quillon_event *event) {
  int is_answer = event->kind == QUILLON_CLASSIFICATION;
  if (result != QUILLON_EVENT) {
    for (int i = 0; i < 5; i++) put(-1);
    return;
  }
  put(event->kind);
  put(is_answer ? event->label : event->reason);
  put(is_answer ? event->score : event->value);
  put(event->margin);
  put(event->is_doubtful);
}

int main(void) {
  struct { quillon_sample sample; quillon_field field; } row;
  static const quillon_quaternion zero = {0, 0, 0, 0}, identity = {1 << 30, 0, 0, 0};
  quillon_event event;
  uint32_t size;
  const void *model = quillon_model_air_board(&size);
  make_streams_binary();
  quillon_fusion6_init(&six, sizeof six, NULL);
  quillon_fusion9_init(&nine, sizeof nine, NULL);
  quillon_recognizer_init(&recognizer, sizeof recognizer, model, size);
  while (fread(&row, sizeof row, 1, stdin) == 1) {
    quillon_quaternion q;
    quillon_fusion6_push(&six, row.sample.time, &row.sample.force, &row.sample.rate);
    q = identity, quillon_fusion6_attitude(&six, &q), put_quaternion(&q);
    quillon_fusion9_push(&nine, row.sample.time, &row.sample.force, &row.sample.rate, &row.field);
    q = identity, quillon_fusion9_attitude(&nine, &q), put_quaternion(&q);
    put_event(quillon_recognizer_push(&recognizer, &row.sample, &event), &event);
  }
  while (quillon_recognizer_finish(&recognizer, &event) == QUILLON_EVENT) {
    put_quaternion(&zero), put_quaternion(&zero);
    put_event(QUILLON_EVENT, &event);
  }
  return 0;
}
