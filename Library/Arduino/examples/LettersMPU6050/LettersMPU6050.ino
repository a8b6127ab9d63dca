// Letters in the air with an MPU-6050 on Wire and a button between pin 2 and ground. Hold the board still for a second after the
// start. Then press the button, write a capital letter, and let go.
#include <Wire.h>
#include <quillon.h>

static quillon_recognizer recognizer;  // 11 KB, on an ESP32 14 KB

static void writeRegister(uint8_t number, uint8_t value) {
  Wire.beginTransmission(0x68);
  Wire.write(number);
  Wire.write(value);
  Wire.endTransmission();
}

static float readWord(float scale) {
  uint8_t high = (uint8_t)Wire.read();
  return (int16_t)(high << 8 | (uint8_t)Wire.read()) / scale;
}

// Returns the result of a call; tells an error and stops.
static int32_t check(int32_t result) {
  while (result < QUILLON_OK) {
    Serial.println(quillon_error_text(result));
    delay(1000);
  }
  return result;
}

void setup() {
  Serial.begin(115200);
  pinMode(2, INPUT_PULLUP);
  Wire.begin();
  writeRegister(0x6B, 1);     // awake, clock of the gyroscope
  writeRegister(0x1A, 3);     // low-pass, 44 Hz
  writeRegister(0x1B, 3 << 3);  // 2000 degrees/s
  writeRegister(0x1C, 2 << 3);  // 8 g
  uint32_t modelSize;
  const void *model = quillon_model_air(&modelSize);
  check(quillon_recognizer_init(&recognizer, sizeof recognizer, model, modelSize));
}

void loop() {
  static uint32_t next = micros();
  if ((int32_t)(micros() - next) < 0) return;
  next += 10000;

  Wire.beginTransmission(0x68);
  Wire.write(0x3B);
  Wire.endTransmission(false);
  if (Wire.requestFrom(0x68, 14) != 14) return;
  float ax = readWord(4096), ay = readWord(4096), az = readWord(4096);
  readWord(1);  // the temperature
  float gx = readWord(16.4f), gy = readWord(16.4f), gz = readWord(16.4f);

  quillon_sample sample = {};
  sample.time = micros();
  sample.has = QUILLON_HAS_RATE | (digitalRead(2) == LOW ? QUILLON_PEN_DOWN : 0);
  sample.force = quillon_force_from_g(ax, ay, az);
  sample.rate = quillon_rate_from_dps(gx, gy, gz);
  quillon_event event;
  if (check(quillon_recognizer_push(&recognizer, &sample, &event)) != QUILLON_EVENT) return;
  if (event.kind != QUILLON_CLASSIFICATION) return;
  char label[24];
  check(quillon_recognizer_label(&recognizer, event.label, label, sizeof label));
  Serial.print(label);
  Serial.print("  margin ");
  Serial.println(quillon_score(event.margin));
}
