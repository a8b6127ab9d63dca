// Letters in the air with the sensor of a Nano 33 BLE Sense (Arduino_LSM9DS1). No button: the motion shows when you write. Hold
// the board still for a second after the start. Rest for half a second before and after each capital letter.
#include <Arduino_LSM9DS1.h>
#include <quillon.h>

static quillon_recognizer recognizer;  // 11 KB

// Returns the result of a call; reports an error and stops.
static int32_t check(int32_t result) {
  while (result < QUILLON_OK) {
    Serial.println(quillon_error_text(result));
    delay(1000);
  }
  return result;
}

void setup() {
  Serial.begin(115200);
  while (!IMU.begin()) {
    Serial.println("no LSM9DS1: choose a Nano 33 BLE Sense of the first revision");
    delay(1000);
  }
  uint32_t modelSize;
  const void *model = quillon_model_air(&modelSize);
  check(quillon_recognizer_init(&recognizer, sizeof recognizer, model, modelSize));
  quillon_writing writing = {QUILLON_PEN_OF_MOTION, 800, QUILLON_GATES_ALL, QUILLON_PLANE_PEN_DOWN};
  check(quillon_recognizer_set_writing(&recognizer, &writing));
}

void loop() {
  if (!IMU.accelerationAvailable() || !IMU.gyroscopeAvailable()) return;
  float ax, ay, az, gx, gy, gz;
  IMU.readAcceleration(ax, ay, az);
  IMU.readGyroscope(gx, gy, gz);

  quillon_sample sample = {};
  sample.time = micros();
  sample.has = QUILLON_HAS_RATE;
  sample.force = quillon_force_from_g(ax, ay, az);
  sample.rate = quillon_rate_from_dps(gx, gy, gz);
  quillon_event event;
  if (check(quillon_recognizer_push(&recognizer, &sample, &event)) != QUILLON_EVENT) return;
  if (event.kind != QUILLON_CLASSIFICATION || event.is_doubtful) return;
  char label[24];
  check(quillon_recognizer_label(&recognizer, event.label, label, sizeof label));
  Serial.println(label);
}
