// Runs a sketch on the motion in the file that is named: lines of t, force x y z in m/s², rate x y z in rad/s, pen.
#include "Arduino.h"
#include SKETCH

int main(int, char **arguments) {
  FILE *file = fopen(arguments[1], "r");
  Sample s;
  while (file && fscanf(file, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%d", &s.time, &s.force[0], &s.force[1], &s.force[2], &s.rate[0], &s.rate[1],
                        &s.rate[2], &s.pen) == 8) {
    motion().push_back(s);
  }
  setup();
  while (true) loop();
}
