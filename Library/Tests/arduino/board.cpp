// The board of the stand-ins: every loop is 10 ms, and uses the next row of the recording.
#include "Arduino.h"
#include "Arduino_LSM9DS1.h"
#include "BLEDevice.h"
#include "WiFi.h"
#include "Wire.h"
#include "recording.h"
#include <stdlib.h>

SerialPort Serial;
TwoWire Wire;
IMUClass IMU;
BLEServer BLEDevice::server;
WiFiClass WiFi;

#ifdef ABSENT
static const bool isThere = false;
#else
static const bool isThere = true;
#endif
static unsigned row;
static int place, written;

uint32_t micros() { return row * 10000u; }
int digitalRead(int) { return recording[row][6] ? LOW : HIGH; }

// A sketch waits only while something is wrong. It ends then, after some lines.
void delay(unsigned long) {
  static int waits;
  if (++waits == 3) exit(0);
}

void TwoWire::write(int number) { written = number; }
int TwoWire::requestFrom(int address, int count) {
  place = 0;
  return isThere && address == 0x68 ? count : 0;
}
int TwoWire::read() {
  if (written == 0x75) return 0x68;
  int word = place / 2, number = word < 3 ? word : word - 1;
  int counts = word == 3 ? 0 : recording[row][number];
  return (place++ % 2 ? counts : counts >> 8) & 0xFF;
}
int IMUClass::begin() { return isThere; }
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
