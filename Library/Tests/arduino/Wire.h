// A stand-in of Wire with an MPU-6050 at address 0x68, whose registers have the recording's counts. With -DABSENT no chip answers.
#pragma once
#include "Arduino.h"

struct TwoWire {
  void begin() {}
  void beginTransmission(int) {}
  void write(int number);
  int endTransmission(bool = true) { return 0; }
  int requestFrom(int address, int count);
  int read();
};
extern TwoWire Wire;
