// The trained models, as constants: a microcontroller reads them in flash. `quillon train --emit-bytes` makes the files, and
// PackedModel+BuiltIn.swift lists them.
#ifndef CQUILLON_MODELS_H
#define CQUILLON_MODELS_H

// Swift can get an address only from a function. Hidden, because an address that another image may replace stands in a table in RAM.
#define QUILLON_MODEL(name) \
  __attribute__((visibility("hidden"))) extern const unsigned char quillon_##name##_bytes[]; \
  static inline const void *_Nonnull quillon_##name(void) { return quillon_##name##_bytes; }

// Generated from PackedModel+BuiltIn.swift by `make lists`: do not edit.
QUILLON_MODEL(air)
QUILLON_MODEL(air_board)
QUILLON_MODEL(air_features)
QUILLON_MODEL(ink)
QUILLON_MODEL(air_alphanumeric)
QUILLON_MODEL(ink_alphanumeric)
QUILLON_MODEL(simulated_air)
QUILLON_MODEL(simulated_ink)
QUILLON_MODEL(gestures)
QUILLON_MODEL(accelerometer)
QUILLON_MODEL(lab)
QUILLON_MODEL(lab_damped)
// End of the generated part.

#undef QUILLON_MODEL
#endif
