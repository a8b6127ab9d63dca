// A stand-in of the sensor library of the Nano 33 BLE Sense, with the recording's values.
#pragma once
#include "Arduino.h"

struct IMUClass {
  int begin();
  int accelerationAvailable() { return 1; }
  int gyroscopeAvailable() { return 1; }
  int readAcceleration(float &x, float &y, float &z);
  int readGyroscope(float &x, float &y, float &z);
};
extern IMUClass IMU;
