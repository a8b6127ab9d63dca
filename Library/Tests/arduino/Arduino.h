// A small stand-in of Arduino.h, to compile, link and run the examples without a board's package. Serial prints by the C library.
#pragma once
#include <stdint.h>
#include <stdio.h>

enum { LOW = 0, HIGH = 1, INPUT_PULLUP = 2 };

uint32_t micros();
void delay(unsigned long);
inline void pinMode(int, int) {}
int digitalRead(int pin);

struct SerialPort {
  void begin(long) {}
  void print(const char *text) { fputs(text, stdout); }
  void print(float value) {
    int hundredths = (int)(value * 100 + (value < 0 ? -0.5f : 0.5f));
    int size = hundredths < 0 ? -hundredths : hundredths;
    printf("%s%d.%02d", hundredths < 0 ? "-" : "", size / 100, size % 100);
  }
  template <class T>
  void println(T value) {
    print(value);
    puts("");
  }
};
extern SerialPort Serial;

void setup();
void loop();
