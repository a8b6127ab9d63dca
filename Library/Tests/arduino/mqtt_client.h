// A stand-in of ESP-IDF's MQTT client, version 5: it is connected at once and prints what it is given.
#pragma once
#include <stdint.h>
#include <stdio.h>

typedef const char *esp_event_base_t;
typedef int *esp_mqtt_client_handle_t;
typedef void (*esp_event_handler_t)(void *, esp_event_base_t, int32_t, void *);
enum { MQTT_EVENT_CONNECTED = 1 };

struct esp_mqtt_client_config_t {
  struct {
    struct {
      const char *uri;
    } address;
  } broker;
  struct {
    struct {
      const char *topic, *msg;
      int qos, retain;
    } last_will;
  } session;
};

static esp_event_handler_t mqttHandler;
inline esp_mqtt_client_handle_t esp_mqtt_client_init(const esp_mqtt_client_config_t *) { return nullptr; }
inline void esp_mqtt_client_register_event(esp_mqtt_client_handle_t, int, esp_event_handler_t handler, void *) { mqttHandler = handler; }
inline void esp_mqtt_client_start(esp_mqtt_client_handle_t) { mqttHandler(nullptr, nullptr, MQTT_EVENT_CONNECTED, nullptr); }
inline int esp_mqtt_client_enqueue(esp_mqtt_client_handle_t, const char *topic, const char *data, int, int, int, bool) {
  return printf("%s %s\n", topic, data);
}
