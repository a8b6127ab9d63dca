// Roll, pitch and yaw of an MPU-6050 on Wire, for the serial plotter. Put the board down for three seconds after the start.
#include <Wire.h>
#include <quillon.h>

static quillon_fusion6 fusion;

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
  Wire.begin();
  writeRegister(0x6B, 1);     // awake, clock of the gyroscope
  writeRegister(0x1A, 3);     // low-pass, 44 Hz
  writeRegister(0x1B, 3 << 3);  // 2000 degrees/s
  writeRegister(0x1C, 2 << 3);  // 8 g
  check(quillon_fusion6_init(&fusion, sizeof fusion, nullptr));
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

  quillon_force force = quillon_force_from_g(ax, ay, az);
  quillon_rate rate = quillon_rate_from_dps(gx, gy, gz);
  if (check(quillon_fusion6_push(&fusion, micros(), &force, &rate)) < QUILLON_CONVERGING) return;
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
