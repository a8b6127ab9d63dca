// The board of the stand-ins: every loop is 10 ms, and uses the next row of the recording.
#include "Arduino.h"
#include "Arduino_LSM9DS1.h"
#include "BLEDevice.h"
#include "WiFi.h"
#include "Wire.h"
#include "recording.h"

SerialPort Serial;
TwoWire Wire;
IMUClass IMU;
BLEServer BLEDevice::server;
WiFiClass WiFi;

static unsigned row;
static int place;

uint32_t micros() { return row * 10000u; }
int digitalRead(int) { return recording[row][6] ? LOW : HIGH; }

int TwoWire::requestFrom(int address, int count) {
  place = 0;
  return address == 0x68 ? count : 0;
}
int TwoWire::read() {
  int word = place / 2, number = word < 3 ? word : word - 1;
  int counts = word == 3 ? 0 : recording[row][number];
  return (place++ % 2 ? counts : counts >> 8) & 0xFF;
}
int IMUClass::readAcceleration(float &x, float &y, float &z) {
  x = recording[row][0] / 4096.0f, y = recording[row][1] / 4096.0f, z = recording[row][2] / 4096.0f;
  return 1;
}
int IMUClass::readGyroscope(float &x, float &y, float &z) {
  x = recording[row][3] / 16.4f, y = recording[row][4] / 16.4f, z = recording[row][5] / 16.4f;
  return 1;
}

int main() {
  setup();
  for (row = 0; row < sizeof recording / sizeof *recording; row++) loop();
  return 0;
}
