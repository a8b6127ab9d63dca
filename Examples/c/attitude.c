/* The attitude of a board, from the counts of an MPU-6050. `make examples-c` runs it on emulated boards. */
#include <quillon.h>
#include <stdio.h>

#include "recording.h" /* stands for your sensor: replace it by your driver */

static quillon_fusion6 fusion; /* 832 bytes */

int main(void) {
  if (quillon_fusion6_init(&fusion, sizeof fusion, NULL) != QUILLON_OK) return 1;
  for (unsigned i = 0; i < sizeof recording / sizeof *recording; i++) {
    const short *counts = recording[i]; /* ax ay az at 8 g, gx gy gz at 2000 degrees/s */
    quillon_force force = quillon_force_from_g(counts[0] / 4096.0f, counts[1] / 4096.0f, counts[2] / 4096.0f);
    quillon_rate rate = quillon_rate_from_dps(counts[3] / 16.4f, counts[4] / 16.4f, counts[5] / 16.4f);
    int32_t result = quillon_fusion6_push(&fusion, i * 10000u, &force, &rate);
    if (result < QUILLON_OK) return printf("%s\n", quillon_error_text(result)), 1;

    quillon_quaternion attitude;
    quillon_euler euler;
    if (quillon_fusion6_attitude(&fusion, &attitude) != QUILLON_OK) continue; /* there is none yet */
    quillon_euler_zyx(&attitude, &euler);
    if (i % 100 == 99)
      printf("%2u s  roll %4d  pitch %4d  yaw %4d\n", (i + 1) / 100, (int)quillon_degrees(euler.roll),
             (int)quillon_degrees(euler.pitch), (int)quillon_degrees(euler.yaw));
  }
  return 0;
}
