// Letters in the air with an MPU-6050 and a button, on any Arduino board or an ESP32. It prints lines that `quillon bridge` reads.
//
// Wires:   MPU-6050 VCC to 3.3 V, GND to GND, SDA and SCL to the pins of these names (ESP32: 21 and 22)
//          a button between pin 2 and GND; an ESP32 has one already, BOOT
//
// Hold the module like a pen that lies on its back: x to the right, y forward, z up. Hold the button while you write a letter.
#include <Wire.h>

#if defined(ESP32)
const int BUTTON = 0;
#else
const int BUTTON = 2;
#endif
const uint8_t MPU6050 = 0x68;
const uint32_t PERIOD = 10000;  // µs: 100 samples a second

uint32_t next_sample;
uint16_t line_count;

void set_register(uint8_t number, uint8_t value) {
  Wire.beginTransmission(MPU6050);
  Wire.write(number);
  Wire.write(value);
  Wire.endTransmission();
}

int16_t read_word() {
  int16_t high = Wire.read();
  return high << 8 | Wire.read();
}

void setup() {
  Serial.begin(115200);
  pinMode(BUTTON, INPUT_PULLUP);
  Wire.begin();
  Wire.setClock(400000);
  set_register(0x6B, 0x01);  // awake, with the gyroscope's clock
  set_register(0x1A, 0x03);  // low-pass filter of 44 Hz
  set_register(0x1B, 0x18);  // ±2000 °/s: 16.4 counts each
  set_register(0x1C, 0x10);  // ±8 g: 4096 counts each
  next_sample = micros();
}

void loop() {
  while ((int32_t)(micros() - next_sample) < 0) {
  }
  uint32_t now = micros();
  next_sample += PERIOD;
  Wire.beginTransmission(MPU6050);
  Wire.write(0x3B);
  if (Wire.endTransmission(false) != 0 || Wire.requestFrom(MPU6050, (uint8_t)14) != 14) {
    Serial.println("# the MPU-6050 does not answer: check its wires");
    delay(1000);
    next_sample = micros();
    return;
  }
  // Whoever opens the port later needs the names, too.
  if (line_count++ % 500 == 0) Serial.println("t_us,ax_g,ay_g,az_g,gx_dps,gy_dps,gz_dps,pen");
  Serial.print(now);
  for (int i = 0; i < 3; i++) {
    Serial.print(',');
    Serial.print(read_word() / 4096.0, 4);
  }
  read_word();  // temperature
  for (int i = 0; i < 3; i++) {
    Serial.print(',');
    Serial.print(read_word() / 16.4, 2);
  }
  Serial.print(',');
  Serial.println(digitalRead(BUTTON) == LOW ? 1 : 0);
}
