#include "CQuillonMosquitto.h"

#include <dlfcn.h>
#include <stddef.h>

static quillon_mosquitto functions;

const quillon_mosquitto *quillon_load_mosquitto(void) {
  void *library = dlopen("libmosquitto.so.1", RTLD_NOW);
  if (!library) return NULL;
  const struct {
    const char *name;
    void *place;
  } symbols[] = {
    {"mosquitto_new", &functions.create},
    {"mosquitto_destroy", &functions.destroy},
    {"mosquitto_username_pw_set", &functions.set_user},
    {"mosquitto_will_set", &functions.set_will},
    {"mosquitto_tls_set", &functions.set_tls},
    {"mosquitto_connect", &functions.connect},
    {"mosquitto_disconnect", &functions.disconnect},
    {"mosquitto_loop", &functions.loop},
    {"mosquitto_publish", &functions.publish},
    {"mosquitto_connect_callback_set", &functions.on_connect},
    {"mosquitto_publish_callback_set", &functions.on_publish},
    {"mosquitto_strerror", &functions.words},
    {"mosquitto_connack_string", &functions.refusal},
  };
  for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index++) {
    void *symbol = dlsym(library, symbols[index].name);
    if (!symbol) return NULL;
    *(void **)symbols[index].place = symbol;
  }
  int (*initialize)(void) = (int (*)(void))dlsym(library, "mosquitto_lib_init");
  return initialize && initialize() == 0 ? &functions : NULL;
}
