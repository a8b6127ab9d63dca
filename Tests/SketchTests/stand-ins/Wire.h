// An MPU-6050 on the bus: it counts as set by the registers that a sketch has written (MPU-6000 Register Map, 4.4, 4.5, 4.17 and 4.19).
#pragma once
#include "Arduino.h"

struct Bus {
  uint8_t registers[128] = {}, sent[2] = {}, received[14] = {};
  int count = 0, next = 0;
  bool answers = false;

  Bus() { registers[0x6B] = 0x40; }  // asleep
  void begin() {}
  void setClock(long) {}
  void beginTransmission(uint8_t address) { answers = address == 0x68, count = 0; }
  void write(uint8_t byte) {
    if (count < 2) sent[count++] = byte;
  }
  uint8_t endTransmission(bool = true) {
    if (!answers) return 2;
    if (count == 2) registers[sent[0] & 127] = sent[1];
    return 0;
  }
  uint8_t requestFrom(uint8_t address, uint8_t wanted) {
    if (address != 0x68 || wanted != 14 || sent[0] != 0x3B) return 0;
    const Sample &sample = present();
    double force = 16384 >> (registers[0x1C] >> 3 & 3), rate = 131.072 / (1 << (registers[0x1B] >> 3 & 3));
    bool is_awake = (registers[0x6B] & 0x40) == 0;
    for (int axis = 0; axis < 3; axis++) {
      put(axis, is_awake ? sample.force[axis] / 9.80665 * force : 0);
      put(axis + 4, is_awake ? sample.rate[axis] * 180 / M_PI * rate : 0);
    }
    put(3, 0);
    next = 0;
    return wanted;
  }
  void put(int word, double value) {
    int16_t counts = (int16_t)fmax(-32768, fmin(32767, round(value)));
    received[2 * word] = (uint8_t)(counts >> 8);
    received[2 * word + 1] = (uint8_t)counts;
  }
  int read() { return next < 14 ? received[next++] : -1; }
};
inline Bus Wire;
