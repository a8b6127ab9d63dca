// A stand-in of the Wi-Fi library of the ESP32's Arduino package.
#pragma once

struct WiFiClass {
  void begin(const char *, const char *) {}
};
extern WiFiClass WiFi;
