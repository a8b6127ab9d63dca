// A stand-in of the Bluetooth library of the ESP32's Arduino package, version 3. A computer connects at once. What it is sent is printed.
#pragma once
#include "Arduino.h"

enum { ESP_IO_CAP_NONE = 3 };

struct BLEUUID {};

struct BLECharacteristic {
  uint8_t bytes[8];
  void setValue(const uint8_t *value, size_t count) {
    for (size_t index = 0; index < count && index < sizeof bytes; index++) bytes[index] = value[index];
  }
  void notify() { printf("keys %02x %02x\n", bytes[0], bytes[2]); }
};

struct BLEService {
  BLEUUID getUUID() { return {}; }
};

struct BLEServer;

struct BLEServerCallbacks {
  virtual void onConnect(BLEServer *) {}
  virtual void onDisconnect(BLEServer *) {}
};

struct BLEAdvertising {
  BLEServerCallbacks *callbacks;
  void setAppearance(uint16_t) {}
  void addServiceUUID(BLEUUID) {}
  void start() { callbacks->onConnect(nullptr); }
};

struct BLEServer {
  BLEAdvertising advertising;
  void setCallbacks(BLEServerCallbacks *callbacks) { advertising.callbacks = callbacks; }
  BLEAdvertising *getAdvertising() { return &advertising; }
};

struct BLEDevice {
  static BLEServer server;
  static void init(const char *name) { Serial.println(name); }
  static BLEServer *createServer() { return &server; }
  static void startAdvertising() {}
};

struct BLESecurity {
  static void setCapability(uint8_t) {}
  static void setAuthenticationMode(bool, bool, bool) {}
};
