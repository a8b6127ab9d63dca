// The trained models, as constants: a microcontroller reads them in flash. `quillon train --emit-bytes` makes the files, and
// PackedModel+BuiltIn.swift describes each.
#ifndef CQUILLON_MODELS_H
#define CQUILLON_MODELS_H

// Swift can get an address only from a function. Hidden, because an address that another image may replace stands in a table in RAM.
#define QUILLON_MODEL(name) \
  __attribute__((visibility("hidden"))) extern const unsigned char quillon_##name##_bytes[]; \
  static inline const void *_Nonnull quillon_##name(void) { return quillon_##name##_bytes; }

QUILLON_MODEL(air)
QUILLON_MODEL(air_board)
QUILLON_MODEL(air_features)
QUILLON_MODEL(air_alphanumeric)
QUILLON_MODEL(ink_alphanumeric)
QUILLON_MODEL(ink)
QUILLON_MODEL(simulated_air)
QUILLON_MODEL(simulated_ink)
QUILLON_MODEL(gestures)
QUILLON_MODEL(accelerometer)
QUILLON_MODEL(lab)
QUILLON_MODEL(lab_damped)

#undef QUILLON_MODEL
#endif
