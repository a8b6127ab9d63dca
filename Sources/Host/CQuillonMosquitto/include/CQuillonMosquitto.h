// The functions of libmosquitto 1.4 and newer (Eclipse Mosquitto, mosquitto.h) that publish messages. The library is loaded while the
// program runs: only who publishes needs it.
#ifndef CQUILLON_MOSQUITTO_H
#define CQUILLON_MOSQUITTO_H

#include <stdbool.h>

typedef struct mosquitto mosquitto;

typedef struct {
  mosquitto *_Nullable (*_Nonnull create)(const char *_Nullable id, bool clean, void *_Nullable object);
  void (*_Nonnull destroy)(mosquitto *_Nonnull);
  int (*_Nonnull set_user)(mosquitto *_Nonnull, const char *_Nullable name, const char *_Nullable password);
  int (*_Nonnull set_will)(mosquitto *_Nonnull, const char *_Nonnull topic, int size, const void *_Nullable payload, int quality, bool retained);
  int (*_Nonnull set_tls)(mosquitto *_Nonnull, const char *_Nullable file, const char *_Nullable folder, const char *_Nullable certificate,
    const char *_Nullable key, int (*_Nullable password)(char *_Nullable, int, int, void *_Nullable));
  int (*_Nonnull connect)(mosquitto *_Nonnull, const char *_Nonnull host, int port, int keepalive);
  int (*_Nonnull disconnect)(mosquitto *_Nonnull);
  int (*_Nonnull loop)(mosquitto *_Nonnull, int milliseconds, int packets);
  int (*_Nonnull publish)(mosquitto *_Nonnull, int *_Nullable number, const char *_Nonnull topic, int size, const void *_Nullable payload,
    int quality, bool retained);
  void (*_Nonnull on_connect)(mosquitto *_Nonnull, void (*_Nullable)(mosquitto *_Nonnull, void *_Nullable object, int code));
  void (*_Nonnull on_publish)(mosquitto *_Nonnull, void (*_Nullable)(mosquitto *_Nonnull, void *_Nullable object, int number));
  const char *_Nonnull (*_Nonnull words)(int code);
  const char *_Nonnull (*_Nonnull refusal)(int code);
} quillon_mosquitto;

// The functions; null if this machine has no such library.
const quillon_mosquitto *_Nullable quillon_load_mosquitto(void);

#endif
