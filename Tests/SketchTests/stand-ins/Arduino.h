// What a sketch needs of an Arduino core, for a computer. Time passes with each call of micros(), the board's button is the pen of a
// recorded motion, and what is printed goes to standard output. The program ends with the motion.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

const int INPUT_PULLUP = 2, LOW = 0, HIGH = 1;

struct Sample {
  double time, force[3], rate[3];
  int pen;
};

inline std::vector<Sample> &motion() {
  static std::vector<Sample> samples;
  return samples;
}

inline uint64_t &clock_us() {
  static uint64_t now = 0;
  return now;
}

// The sample of now; ends the program behind the last one.
inline const Sample &present() {
  static size_t index = 0;
  double now = clock_us() / 1e6;
  while (index < motion().size() && motion()[index].time < now) index++;
  if (index == motion().size()) {
    fflush(stdout);
    exit(0);
  }
  return motion()[index];
}

inline uint32_t micros() { return (uint32_t)(clock_us() += 7); }
inline void delay(uint32_t ms) { clock_us() += 1000 * ms; }
inline void pinMode(int, int) {}
inline int digitalRead(int) { return present().pen ? LOW : HIGH; }

struct SerialPort {
  void begin(long) {}
  void print(char c) { putchar(c); }
  void print(uint32_t n) { printf("%u", n); }
  void print(double x, int digits) { printf("%.*f", digits, x); }
  void println(int n) { printf("%d\r\n", n); }
  void println(const char *text) { printf("%s\r\n", text); }
};
inline SerialPort Serial;
