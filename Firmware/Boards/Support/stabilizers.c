// How strokes are integrated and how their drift is limited: what `make firmware MODEL=lab DAMPING=…` was told.
#include "BoardSupport.h"

#ifdef PERCEPTRON
#include "../../../.build/firmware/stabilizers.inc"

int32_t built_damping(void) { return DAMPING; }

int32_t built_speed_shrinkage(void) { return SPEED_SHRINKAGE; }

int32_t built_distance_shrinkage(void) { return DISTANCE_SHRINKAGE; }

bool built_integrates_by_euler(void) { return INTEGRATES_BY_EULER; }

bool built_corrects_at_rest(void) { return CORRECTS_AT_REST; }

bool built_removes_drift(void) { return REMOVES_DRIFT; }
#endif
