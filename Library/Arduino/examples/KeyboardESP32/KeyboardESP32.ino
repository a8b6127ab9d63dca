// A wand that is a Bluetooth keyboard: an ESP32 with Bluetooth Low Energy and version 3.3 of its Arduino package, an MPU-6050 on Wire,
// and a button between pin 4 and ground. Pair the computer or the telephone with "Quillon wand". Press the button, write a capital letter in
// the air, and let go: it is typed. A short press deletes the last letter.
#include <BLEDevice.h>
#include <BLEHIDDevice.h>
#include <QuillonMPU6050.h>

static const int BUTTON = 4;
static const uint32_t SHORT_PRESS = 200000;  // microseconds
static const uint8_t KEY_A = 0x04, KEY_BACKSPACE = 0x2A, LEFT_SHIFT = 0x02;

static QuillonMPU6050 sensor;
static quillon_recognizer recognizer;
static BLECharacteristic *keys;
static volatile bool isConnected;

// The keyboard's reports (USB HID 1.11, appendix B.1): a byte of modifiers, a byte that is 0, and up to six keys.
static uint8_t reportMap[] = {
    0x05, 0x01, 0x09, 0x06, 0xA1, 0x01, 0x85, 0x01,                          // a keyboard; its report has number 1
    0x05, 0x07, 0x19, 0xE0, 0x29, 0xE7, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01,  // eight modifiers of one bit
    0x95, 0x08, 0x81, 0x02, 0x95, 0x01, 0x75, 0x08, 0x81, 0x01,              // and a byte without a meaning
    0x95, 0x06, 0x75, 0x08, 0x15, 0x00, 0x25, 0x65, 0x05, 0x07,              // six keys, 0 to 101
    0x19, 0x00, 0x29, 0x65, 0x81, 0x00, 0xC0};

struct Connection : BLEServerCallbacks {
  void onConnect(BLEServer *) override { isConnected = true; }
  void onDisconnect(BLEServer *) override {
    isConnected = false;
    BLEDevice::startAdvertising();
  }
};

// Returns the result of a call; prints an error and stops.
static int32_t check(int32_t result) {
  while (result < QUILLON_OK) {
    Serial.println(quillon_error_text(result));
    delay(1000);
  }
  return result;
}

static void type(uint8_t key, uint8_t modifiers) {
  if (!isConnected) return;
  uint8_t pressed[8] = {modifiers, 0, key}, released[8] = {};
  keys->setValue(pressed, sizeof pressed);
  keys->notify();
  keys->setValue(released, sizeof released);
  keys->notify();
}

static void startKeyboard() {
  BLEDevice::init("Quillon wand");
  BLESecurity security;
  security.setCapability(ESP_IO_CAP_NONE);            // no number to compare
  security.setAuthenticationMode(true, false, true);  // bonded, LE Secure Connections
  BLEServer *server = BLEDevice::createServer();
  static Connection connection;
  server->setCallbacks(&connection);
  static BLEHIDDevice keyboard(server);
  keys = keyboard.inputReport(1);
  keyboard.manufacturer("Quillon");
  keyboard.pnp(0x02, 0xFFFF, 0x0001, 0x0100);  // no vendor's number
  keyboard.hidInfo(0x00, 0x01);
  keyboard.reportMap(reportMap, sizeof reportMap);
  keyboard.startServices();
  BLEAdvertising *advertising = server->getAdvertising();
  advertising->setAppearance(HID_KEYBOARD);
  advertising->addServiceUUID(keyboard.hidService()->getUUID());
  advertising->start();
}

void setup() {
  Serial.begin(115200);
  pinMode(BUTTON, INPUT_PULLUP);
  while (!sensor.begin()) {
    Serial.println("no MPU-6050 at 0x68: check the wires");
    delay(1000);
  }
  uint32_t modelSize;
  const void *model = quillon_model_air(&modelSize);
  check(quillon_recognizer_init(&recognizer, sizeof recognizer, model, modelSize));
  startKeyboard();
}

void loop() {
  bool isDown = digitalRead(BUTTON) == LOW;
  quillon_sample sample;
  if (!sensor.sample(sample, isDown)) return;
  static bool wasDown;
  static uint32_t pressed, held;
  if (isDown && !wasDown) pressed = sample.time;
  if (!isDown && wasDown) {
    held = sample.time - pressed;
    if (held < SHORT_PRESS) type(KEY_BACKSPACE, 0);
  }
  wasDown = isDown;

  quillon_event event;
  if (check(quillon_recognizer_push(&recognizer, &sample, &event)) != QUILLON_EVENT) return;
  if (event.kind != QUILLON_CLASSIFICATION || event.is_doubtful || held < SHORT_PRESS) return;
  char label[24];
  check(quillon_recognizer_label(&recognizer, event.label, label, sizeof label));
  if (label[0] >= 'A' && label[0] <= 'Z' && !label[1]) type(KEY_A + (label[0] - 'A'), LEFT_SHIFT);
}
