// Roll, pitch and yaw of an MPU-6050 on Wire, for the serial plotter. Put the board down for three seconds after the start.
#include <QuillonMPU6050.h>

static QuillonMPU6050 sensor;
static quillon_fusion6 fusion;

// Returns the result of a call; prints an error and stops.
static int32_t check(int32_t result) {
  while (result < QUILLON_OK) {
    Serial.println(quillon_error_text(result));
    delay(1000);
  }
  return result;
}

void setup() {
  Serial.begin(115200);
  while (!sensor.begin()) {
    Serial.println("no MPU-6050 at 0x68: check the wires");
    delay(1000);
  }
  check(quillon_fusion6_init(&fusion, sizeof fusion, nullptr));
}

void loop() {
  quillon_sample sample;
  if (!sensor.sample(sample, false)) return;
  if (check(quillon_fusion6_push(&fusion, sample.time, &sample.force, &sample.rate)) < QUILLON_CONVERGING) return;
  quillon_quaternion attitude;
  quillon_euler euler;
  quillon_fusion6_attitude(&fusion, &attitude);
  quillon_euler_zyx(&attitude, &euler);
  Serial.print("roll:");
  Serial.print(quillon_degrees(euler.roll));
  Serial.print(",pitch:");
  Serial.print(quillon_degrees(euler.pitch));
  Serial.print(",yaw:");
  Serial.println(quillon_degrees(euler.yaw));
}
