// How strokes are integrated and how their drift is limited: the options of `make firmware MODEL=lab DAMPING=…`. Without an option
// it is as the model was trained.
#include "BoardSupport.h"

#ifdef PERCEPTRON
#include "../../../.build/firmware/stabilizers.inc"

#ifndef DAMPING
#define DAMPING trained
#endif
#ifndef SPEED_SHRINKAGE
#define SPEED_SHRINKAGE trained
#endif
#ifndef DISTANCE_SHRINKAGE
#define DISTANCE_SHRINKAGE trained
#endif
#ifndef INTEGRATES_BY_EULER
#define INTEGRATES_BY_EULER trained
#endif
#ifndef CORRECTS_AT_REST
#define CORRECTS_AT_REST trained
#endif
#ifndef REMOVES_DRIFT
#define REMOVES_DRIFT trained
#endif

int32_t built_damping(int32_t trained) { return DAMPING; }

int32_t built_speed_shrinkage(int32_t trained) { return SPEED_SHRINKAGE; }

int32_t built_distance_shrinkage(int32_t trained) { return DISTANCE_SHRINKAGE; }

bool built_integrates_by_euler(bool trained) { return INTEGRATES_BY_EULER; }

bool built_corrects_at_rest(bool trained) { return CORRECTS_AT_REST; }

bool built_removes_drift(bool trained) { return REMOVES_DRIFT; }
#endif
