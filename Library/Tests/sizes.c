/* Prints how many bytes each state needs, the smallest size that its init function accepts, and how many its type has. Fails
 * if a function writes beyond that size. */
#include <quillon.h>

#include <stdio.h>
#include <string.h>

#include "formats.h"

static uint64_t room[4096];
static int failures;

static void tell(const char *name, uint32_t size, uint32_t declared) {
  printf("%s %u %u\n", name, (unsigned)size, (unsigned)declared);
  for (; size < sizeof room; size++) failures += ((const unsigned char *)room)[size] != 0xA5;
}

#define TELL(type, call)                                               \
  do {                                                                 \
    uint32_t size = 0;                                                 \
    memset(room, 0xA5, sizeof room);                                   \
    while (size < sizeof room && (call) == QUILLON_ERROR_SIZE) size++; \
    tell(#type, size, sizeof(type));                                   \
  } while (0)

int main(void) {
  static quillon_recognizer recognizer;
  uint32_t length;
  const void *model = quillon_model_air(&length);
  void *p = room;
  quillon_recognizer_init(&recognizer, sizeof recognizer, model, length);
  TELL(quillon_fusion6, quillon_fusion6_init(p, size, NULL));
  TELL(quillon_fusion9, quillon_fusion9_init(p, size, NULL));
  TELL(quillon_recognizer, quillon_recognizer_init(p, size, model, length));
  TELL(quillon_calibrator, quillon_calibrator_init(p, size));
  TELL(quillon_trainer, quillon_trainer_init(p, size, &recognizer));
#define RECEIVER(name) TELL(quillon_receiver, quillon_receiver_init_##name(p, size));
  FORMATS(RECEIVER)
  return failures != 0;
}
