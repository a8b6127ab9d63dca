#include "CQuillonModels.h"

// Each model has a section of its own, by its own name, so that a program keeps only those that it uses. Apple's linker does so anyway.
#ifdef __APPLE__
#define MODEL(name) _Alignas(4) const unsigned char quillon_##name##_bytes[] =
#else
#define MODEL(name) __attribute__((section(".rodata.quillon_" #name "_bytes"))) _Alignas(4) const unsigned char quillon_##name##_bytes[] =
#endif

#pragma clang diagnostic ignored "-Wc23-extensions"

// Generated from PackedModel+BuiltIn.swift by `make lists`: do not edit.
MODEL(air) {
#embed "Models/air.qnm"
};

MODEL(air_board) {
#embed "Models/air-board.qnm"
};

MODEL(air_features) {
#embed "Models/air-features.qnm"
};

MODEL(ink) {
#embed "Models/ink.qnm"
};

MODEL(air_alphanumeric) {
#embed "Models/air-alphanumeric.qnm"
};

MODEL(ink_alphanumeric) {
#embed "Models/ink-alphanumeric.qnm"
};

MODEL(simulated_air) {
#embed "Models/simulated-air.qnm"
};

MODEL(simulated_ink) {
#embed "Models/simulated-ink.qnm"
};

MODEL(gestures) {
#embed "Models/gestures.qnm"
};

MODEL(accelerometer) {
#embed "Models/accelerometer.qnm"
};

MODEL(lab) {
#embed "Models/lab.qnm"
};

MODEL(lab_damped) {
#embed "Models/lab-damped.qnm"
};
// End of the generated part.
