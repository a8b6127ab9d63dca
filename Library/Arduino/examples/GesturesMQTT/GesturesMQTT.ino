// Gestures to an MQTT broker over Wi-Fi: an ESP32 with version 3 of its Arduino package, an MPU-6050 on Wire, and a button between pin 4
// and ground. Press the button, make a gesture such as a circle or a swipe, and let go: its name is published under quillon/wand/gesture.
// quillon/wand/status is "online" or "offline" and retained.
#include <QuillonMPU6050.h>
#include <WiFi.h>
#include <mqtt_client.h>

static const char *NETWORK = "name of your network", *PASSWORD = "its password";
static const char *BROKER = "mqtt://192.168.1.10:1883";
static const char *GESTURE = "quillon/wand/gesture", *STATUS = "quillon/wand/status";
static const int BUTTON = 4;

static QuillonMPU6050 sensor;
static quillon_recognizer recognizer;
static esp_mqtt_client_handle_t broker;

// Returns the result of a call; prints an error and stops.
static int32_t check(int32_t result) {
  while (result < QUILLON_OK) {
    Serial.println(quillon_error_text(result));
    delay(1000);
  }
  return result;
}

// The client connects again by itself. After each time the status is published anew.
static void onConnected(void *, esp_event_base_t, int32_t, void *) {
  esp_mqtt_client_enqueue(broker, STATUS, "online", 0, 1, 1, true);
}

static void startClient() {
  WiFi.begin(NETWORK, PASSWORD);
  esp_mqtt_client_config_t config = {};
  config.broker.address.uri = BROKER;
  config.session.last_will.topic = STATUS;
  config.session.last_will.msg = "offline";
  config.session.last_will.qos = 1;
  config.session.last_will.retain = 1;
  broker = esp_mqtt_client_init(&config);
  esp_mqtt_client_register_event(broker, MQTT_EVENT_CONNECTED, onConnected, nullptr);
  esp_mqtt_client_start(broker);
}

void setup() {
  Serial.begin(115200);
  pinMode(BUTTON, INPUT_PULLUP);
  while (!sensor.begin()) {
    Serial.println("no MPU-6050 at 0x68: check the wires");
    delay(1000);
  }
  uint32_t modelSize;
  const void *model = quillon_model_gestures(&modelSize);
  check(quillon_recognizer_init(&recognizer, sizeof recognizer, model, modelSize));
  startClient();
}

void loop() {
  quillon_sample sample;
  if (!sensor.sample(sample, digitalRead(BUTTON) == LOW)) return;
  quillon_event event;
  if (check(quillon_recognizer_push(&recognizer, &sample, &event)) != QUILLON_EVENT) return;
  if (event.kind != QUILLON_CLASSIFICATION || event.is_doubtful) return;
  char label[24];
  check(quillon_recognizer_label(&recognizer, event.label, label, sizeof label));
  // Quality of service 1: the client keeps it while the broker is away, and this call does not wait.
  esp_mqtt_client_enqueue(broker, GESTURE, label, 0, 1, 0, true);
}
