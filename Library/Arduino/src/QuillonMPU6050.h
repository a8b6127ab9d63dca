// An MPU-6050 at address 0x68 on Wire. Its ranges are 8 g and 2000 degrees/s.
#pragma once
#include <Wire.h>
#include <quillon.h>

struct QuillonMPU6050 {
  // Returns false if no chip answers. The compatible chips have other numbers than the MPU-6050, so each is taken.
  bool begin() {
    Wire.begin();
    if (!request(0x75, 1)) return false;  // its number
    int number = Wire.read();
    if (number == 0 || number == 0xFF) return false;
    write(0x6B, 1);       // awake, clock of the gyroscope
    write(0x1A, 3);       // low-pass, 44 Hz
    write(0x1B, 3 << 3);  // 2000 degrees/s
    write(0x1C, 2 << 3);  // 8 g
    next = micros();
    return true;
  }

  // Fills `sample` every 10 ms: acceleration, rate, time and whether the pen is down. Returns false meanwhile, and if the chip does not
  // answer.
  bool sample(quillon_sample &sample, bool isPenDown) {
    if ((int32_t)(micros() - next) < 0) return false;
    next += 10000;
    sample = quillon_sample();
    sample.time = micros();
    sample.has = QUILLON_HAS_RATE | (isPenDown ? QUILLON_PEN_DOWN : 0);
    return read(sample.force, sample.rate);
  }

 private:
  uint32_t next;  // when the next sample is due

  // Reads the acceleration and the rate. Returns false if the chip does not answer.
  bool read(quillon_force &force, quillon_rate &rate) {
    if (!request(0x3B, 14)) return false;
    float ax = word(4096), ay = word(4096), az = word(4096);
    word(1);  // the temperature
    float gx = word(16.4f), gy = word(16.4f), gz = word(16.4f);
    force = quillon_force_from_g(ax, ay, az);
    rate = quillon_rate_from_dps(gx, gy, gz);
    return true;
  }

  // Asks for the registers from a number on. Returns false if the chip does not answer.
  static bool request(uint8_t number, int count) {
    Wire.beginTransmission(0x68);
    Wire.write(number);
    Wire.endTransmission(false);
    return (int)Wire.requestFrom(0x68, count) == count;
  }

  static void write(uint8_t number, uint8_t value) {
    Wire.beginTransmission(0x68);
    Wire.write(number);
    Wire.write(value);
    Wire.endTransmission();
  }

  static float word(float scale) {
    uint8_t high = (uint8_t)Wire.read();
    return (int16_t)(high << 8 | (uint8_t)Wire.read()) / scale;
  }
};
