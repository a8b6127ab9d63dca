// A stand-in of the keyboards, mice and so on of the same library.
#pragma once
#include "BLEDevice.h"

enum { HID_KEYBOARD = 0x03C1 };

struct BLEHIDDevice {
  BLECharacteristic report;
  BLEService service;
  BLEHIDDevice(BLEServer *) {}
  BLECharacteristic *inputReport(uint8_t) { return &report; }
  void manufacturer(const char *) {}
  void pnp(uint8_t, uint16_t, uint16_t, uint16_t) {}
  void hidInfo(uint8_t, uint8_t) {}
  void reportMap(uint8_t *, uint16_t) {}
  void startServices() {}
  BLEService *hidService() { return &service; }
};
