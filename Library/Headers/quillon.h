/* quillon.h: attitude, letters, gestures and sensor formats for programs in C and C++.
 *
 * The library uses integers only. It allocates nothing, it has no variables of its own, and it calls nothing but the compiler's
 * helpers (memcpy, memset; on some cores 64-bit shifts, multiplication and division). Every state lies in memory that the caller
 * gives. Two threads may use two states at the same time. One state belongs to one thread at a time. This header needs C99 or C++.
 *
 * Attitude of a board, from six sensor axes:
 *
 *     static quillon_fusion6 fusion;
 *     int32_t result = quillon_fusion6_init(&fusion, sizeof fusion, NULL);
 *     while (result >= QUILLON_OK) {
 *       quillon_force force = quillon_force_from_g(ax, ay, az);
 *       quillon_rate rate = quillon_rate_from_dps(gx, gy, gz);
 *       result = quillon_fusion6_push(&fusion, micros(), &force, &rate);
 *       quillon_quaternion attitude;
 *       if (quillon_fusion6_attitude(&fusion, &attitude) == QUILLON_OK) use(&attitude);
 *     }
 *     fail(quillon_error_text(result));
 *
 * Letters, from six sensor axes and a button:
 *
 *     static quillon_recognizer recognizer;
 *     uint32_t size;
 *     const void *model = quillon_model_air(&size);
 *     int32_t result = quillon_recognizer_init(&recognizer, sizeof recognizer, model, size);
 *     while (result >= QUILLON_OK) {
 *       uint32_t has = button ? QUILLON_HAS_RATE | QUILLON_PEN_DOWN : QUILLON_HAS_RATE;
 *       quillon_sample sample = { micros(), has, force, rate, { 1, 0, 0, 0 } };
 *       quillon_event event;
 *       result = quillon_recognizer_push(&recognizer, &sample, &event);
 *       if (result == QUILLON_EVENT && event.kind == QUILLON_CLASSIFICATION) use(event.label, event.margin);
 *     }
 *
 * Axes: the body frame is right-handed. The reference frame is right-handed with z up. An attitude rotates body to reference. For
 * angles, quillon_euler_zyx has roll about the body's x axis, as in aviation, and quillon_euler_zxy about its y axis, as in Core Motion.
 *
 * Fixed-point numbers: "Q8.23" is an int32_t in steps of 2^-23, range -256 to 256. The inline functions at the end convert from and
 * to float. They are compiled in your program, not in the library, so the library has one form for all float ABIs.
 *
 * Errors: every function that can be misused returns an int32_t. Negative is an error, and then nothing was written. Zero and above
 * are results, described at each function.
 *
 * Versions: programs that were built with this header run with every later library of the same major version. The size of a state
 * is passed to its init function, so a library that needs more answers QUILLON_ERROR_SIZE.
 *
 * Costs are in firmware-docs/LIBRARY.md, with the command that measures them.
 */
#ifndef QUILLON_H
#define QUILLON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Version ------------------------------------------------------------------------------------------------------------------ */

/* Of this header: major * 10000 + minor * 100 + patch. */
#define QUILLON_VERSION_MAJOR 1
#define QUILLON_VERSION_MINOR 0
#define QUILLON_VERSION_PATCH 0
#define QUILLON_VERSION (QUILLON_VERSION_MAJOR * 10000 + QUILLON_VERSION_MINOR * 100 + QUILLON_VERSION_PATCH)

/* Of the library, in the same form. */
uint32_t quillon_version(void);

/* --- Results ------------------------------------------------------------------------------------------------------------------ */

/* Done, and there is nothing to report. */
#define QUILLON_OK 0
/* A pointer that must not be null is null. */
#define QUILLON_ERROR_NULL (-1)
/* The memory is smaller than this library needs. Compile again with the header of this library. */
#define QUILLON_ERROR_SIZE (-2)
/* The memory is not at an address divisible by QUILLON_ALIGNMENT. */
#define QUILLON_ERROR_ALIGNMENT (-3)
/* The state was not initialized by its init function, or is of another kind. */
#define QUILLON_ERROR_UNINITIALIZED (-4)
/* An argument is out of its range. */
#define QUILLON_ERROR_ARGUMENT (-5)
/* The bytes are no model, are damaged, or do not suit the function. */
#define QUILLON_ERROR_MODEL (-6)
/* There is nothing to act on: no attitude yet, no letter to learn from, nothing to undo. */
#define QUILLON_ERROR_ABSENT (-7)

/* --- Memory ------------------------------------------------------------------------------------------------------------------- */

/* Every state is at an address divisible by this. The types below see to it. */
#define QUILLON_ALIGNMENT 8

/* The size of each state, bytes. A state holds no address within itself, so it can be copied. A recognizer and a trainer refer to
 * the model, which has to stay where it is. QUILLON_ONE_FILE is defined in the header beside quillon.c, whose recognizer accepts models
 * that read the path itself on every processor. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define QUILLON_FUSION6_SIZE 832
#define QUILLON_FUSION9_SIZE 960
#define QUILLON_RECOGNIZER_SIZE 14272
#define QUILLON_TRAINER_SIZE 4752
#define QUILLON_RECEIVER_SIZE 2112
#define QUILLON_CALIBRATOR_SIZE 832
#else
#define QUILLON_FUSION6_SIZE 832
#define QUILLON_FUSION9_SIZE 960
#ifdef QUILLON_ONE_FILE
#define QUILLON_RECOGNIZER_SIZE 14272
#else
#define QUILLON_RECOGNIZER_SIZE 11008
#endif
#define QUILLON_TRAINER_SIZE 4736
#define QUILLON_RECEIVER_SIZE 1856
#define QUILLON_CALIBRATOR_SIZE 832
#endif

#ifdef QUILLON_IMPLEMENTATION
#define QUILLON_STATE(name, size) typedef struct name name
#else
#define QUILLON_STATE(name, size) typedef struct name { uint64_t opaque[(size) / 8]; } name
#endif

/* Attitude from six axes, from nine axes; letters and gestures; what was learned of one person; a sensor on a serial line; the errors
 * of a board's sensors. */
QUILLON_STATE(quillon_fusion6, QUILLON_FUSION6_SIZE);
QUILLON_STATE(quillon_fusion9, QUILLON_FUSION9_SIZE);
QUILLON_STATE(quillon_recognizer, QUILLON_RECOGNIZER_SIZE);
QUILLON_STATE(quillon_trainer, QUILLON_TRAINER_SIZE);
QUILLON_STATE(quillon_receiver, QUILLON_RECEIVER_SIZE);
QUILLON_STATE(quillon_calibrator, QUILLON_CALIBRATOR_SIZE);

/* --- Quantities --------------------------------------------------------------------------------------------------------------- */

/* Specific force or acceleration, m/s^2, Q8.23 (-256 to 256). A board at rest reads +9.81 on the axis that points up. */
typedef struct quillon_force { int32_t x, y, z; } quillon_force;
/* Angular rate, rad/s, Q6.25 (-64 to 64), right-handed. */
typedef struct quillon_rate { int32_t x, y, z; } quillon_rate;
/* Magnetic field, microtesla, Q12.19 (-4096 to 4096). */
typedef struct quillon_field { int32_t x, y, z; } quillon_field;
/* The bias of a gyroscope, rad/s, Q1.30, each component within 2 degrees/s. */
typedef struct quillon_bias { int32_t x, y, z; } quillon_bias;
/* A rotation of norm 1, Q1.30. */
typedef struct quillon_quaternion { int32_t w, x, y, z; } quillon_quaternion;
/* Angles, rad, Q2.29: yaw about the vertical, -pi to pi; pitch, -pi/2 to pi/2; roll, -pi to pi. The function that returns
 * them determines the axes of pitch and roll. */
typedef struct quillon_euler { int32_t roll, pitch, yaw; } quillon_euler;

/* The angles of an attitude: yaw about z, then pitch about the new y axis, then roll about the new x axis, as in aviation. At a pitch
 * of 90 degrees roll is 0. Errors: NULL. */
int32_t quillon_euler_zyx(const quillon_quaternion *attitude, quillon_euler *euler);
/* The same: yaw about z, then pitch about the new x axis, then roll about the new y axis, as in Core Motion. */
int32_t quillon_euler_zxy(const quillon_quaternion *attitude, quillon_euler *euler);

/* Rotates a vector of the body frame to the reference frame. An example is the linear acceleration. `rotated` may be `force`. Errors:
 * NULL. */
int32_t quillon_rotate(const quillon_quaternion *attitude, const quillon_force *force, quillon_force *rotated);

/* --- Calibration -------------------------------------------------------------------------------------------------------------- */

/* Where an axis of the body comes from: an axis of the sensor, or its negative. */
#define QUILLON_AXIS_X 0
#define QUILLON_AXIS_MINUS_X 1
#define QUILLON_AXIS_Y 2
#define QUILLON_AXIS_MINUS_Y 3
#define QUILLON_AXIS_Z 4
#define QUILLON_AXIS_MINUS_Z 5

/* corrected = gain * (axes(reading) - offset). Each component is clamped to its format. */
typedef struct quillon_correction {
  int32_t axes[3];   /* QUILLON_AXIS_..., each of x, y and z once */
  int32_t offset[3]; /* the reading where the true value is 0, in the sensor's format */
  int32_t has_gain;  /* 0: no gain; 1: the gain is used */
  int32_t gain[9];   /* Q2.29, row by row, each within -2 to 2; not read if has_gain is 0 */
} quillon_correction;

/* The corrections of all sensors of a board. */
typedef struct quillon_calibration {
  quillon_correction accelerometer, gyroscope, magnetometer;
} quillon_calibration;

/* Sets a calibration that changes nothing, to begin with. Errors: NULL. */
int32_t quillon_calibration_init(quillon_calibration *calibration);

/* How good a correction is that was found. */
#define QUILLON_ACCURACY_LOW 1    /* directions are wrong by at most about 6 degrees */
#define QUILLON_ACCURACY_MEDIUM 2 /* 2 degrees */
#define QUILLON_ACCURACY_HIGH 3   /* 1 degree */

/* Initializes `calibrator`, which has `size` bytes. It finds the corrections of an accelerometer and a magnetometer. The bias of a
 * gyroscope is found by the fusion. Errors: NULL, SIZE, ALIGNMENT. */
int32_t quillon_calibrator_init(quillon_calibrator *calibrator, uint32_t size);

/* Adds a sample while the board is held still on each of its sides or turned slowly (accelerometer), or turned in all directions
 * (magnetometer). Each of the three may be null. Errors: NULL, UNINITIALIZED. */
int32_t quillon_calibrator_push(quillon_calibrator *calibrator, const quillon_force *force, const quillon_rate *rate,
                                const quillon_field *field);

/* Writes the correction of a sensor, and returns its QUILLON_ACCURACY_.... Takes about 6,000 products and 5 KB of stack. Errors: NULL,
 * UNINITIALIZED; ABSENT while the samples determine none. */
int32_t quillon_calibrator_accelerometer(quillon_calibrator *calibrator, quillon_correction *correction);
int32_t quillon_calibrator_magnetometer(quillon_calibrator *calibrator, quillon_correction *correction);

/* --- Fusion ------------------------------------------------------------------------------------------------------------------- */

/* The reference frames: where x points. z is up, y is to its left. */
#define QUILLON_FRAME_ARBITRARY 0 /* where the board pointed at the start; the heading drifts */
#define QUILLON_FRAME_CORRECTED 1 /* the same, held by the field once the heading is known */
#define QUILLON_FRAME_MAGNETIC 2  /* magnetic north */
#define QUILLON_FRAME_TRUE 3      /* true north */

/* How the fusion works. A value of 0 stands for its default, so a struct of zeros is the default. */
typedef struct quillon_fusion_settings {
  int32_t force_full_scale; /* m/s^2, Q8.23: a component that reaches it is clipped and not used. Default: the format's */
  int32_t rate_full_scale;  /* rad/s, Q6.25, the same */
  int32_t gravity_time;     /* time constant of the average of gravity, s, Q15.16, 0.5 to 60. Default: 3 s */
  int32_t rest_rate;        /* what counts as rest: rad/s, Q6.25, at most 0.062. Default: 2 degrees/s */
  int32_t rest_force;       /* what counts as rest: m/s^2, Q8.23, at most 1. Default: 0.5 */
  int32_t rest_period;      /* how long the quiet lasts to be rest, microseconds. Default: 1,500,000 */
  int32_t frame;            /* QUILLON_FRAME_...; six axes have QUILLON_FRAME_ARBITRARY only */
  int32_t declination;      /* for QUILLON_FRAME_TRUE: magnetic north is so far east of true north, rad, Q2.29 */
} quillon_fusion_settings;

/* What `push` returns: how far the fusion is. */
#define QUILLON_STARTING 0   /* no attitude yet */
#define QUILLON_CONVERGING 1 /* an attitude that may still change at rest */
#define QUILLON_READY 2      /* all estimates have converged */

/* What a fusion that is not ready waits for. */
#define QUILLON_WAITS_FOR_SAMPLE 0  /* no sample has come */
#define QUILLON_WAITS_FOR_FORCE 1   /* the accelerometer reads nothing or is clipped */
#define QUILLON_WAITS_FOR_GRAVITY 2 /* gravity was not averaged for long enough */
#define QUILLON_WAITS_FOR_BIAS 3    /* the gyroscope's bias is not known; 2 s of rest are the quickest way */
#define QUILLON_WAITS_FOR_HEADING 4 /* 9 s of field are needed */

typedef struct quillon_fusion_status {
  int32_t state;              /* QUILLON_STARTING, QUILLON_CONVERGING or QUILLON_READY */
  int32_t waits_for;          /* QUILLON_WAITS_FOR_..., or -1 if ready */
  int32_t is_at_rest;         /* 1 at rest, else 0 */
  int32_t is_field_disturbed; /* 1 if the field does not look like the earth's, or the board has not turned in it yet; six axes: 1 */
} quillon_fusion_status;

/* All that is known at a sample. The parts are those of the functions below. While there is no attitude, it is w = 1, and gravity,
 * linear acceleration and rate are 0. The linear acceleration is also 0 where the force is missing. */
typedef struct quillon_motion {
  quillon_quaternion attitude;
  quillon_force gravity, linear_acceleration;
  quillon_rate rate;
  quillon_bias bias;
  int32_t state;              /* QUILLON_STARTING, QUILLON_CONVERGING or QUILLON_READY */
  int32_t is_at_rest;         /* as in quillon_fusion_status */
  int32_t is_field_disturbed; /* as in quillon_fusion_status */
} quillon_motion;

/* --- Fusion of six axes ------------------------------------------------------------------------------------------------------- */

/* Initializes `fusion`, which has `size` bytes. `settings` may be null: the defaults. May be called again at any time.
 * Errors: NULL, SIZE, ALIGNMENT; ARGUMENT for a negative setting or another frame. */
int32_t quillon_fusion6_init(quillon_fusion6 *fusion, uint32_t size, const quillon_fusion_settings *settings);

/* Processes the next sample and returns QUILLON_STARTING, QUILLON_CONVERGING or QUILLON_READY.
 * time: microseconds, modulo 2^32; a time that is not later than the last one is ignored. 25 to 800 samples a second.
 * A force of all zeros counts as missing. Errors: NULL, UNINITIALIZED. */
int32_t quillon_fusion6_push(quillon_fusion6 *fusion, uint32_t time, const quillon_force *force, const quillon_rate *rate);

/* Processes `count` samples in one call and writes the motion after each. Returns as `push`. Errors: NULL, UNINITIALIZED. */
int32_t quillon_fusion6_run(quillon_fusion6 *fusion, uint32_t count, const uint32_t *times, const quillon_force *forces,
                            const quillon_rate *rates, quillon_motion *motions);

/* What is known at the latest sample. Errors: NULL, UNINITIALIZED; all but bias and status: ABSENT while there is no attitude. */
int32_t quillon_fusion6_attitude(const quillon_fusion6 *fusion, quillon_quaternion *attitude);
/* Gravity, which points down, body frame. */
int32_t quillon_fusion6_gravity(const quillon_fusion6 *fusion, quillon_force *gravity);
/* The true acceleration, gravity removed, body frame. ABSENT if the latest force is missing, too. */
int32_t quillon_fusion6_linear_acceleration(const quillon_fusion6 *fusion, quillon_force *acceleration);
/* The angular rate without bias, body frame. */
int32_t quillon_fusion6_angular_rate(const quillon_fusion6 *fusion, quillon_rate *rate);
int32_t quillon_fusion6_bias(const quillon_fusion6 *fusion, quillon_bias *bias);
int32_t quillon_fusion6_status(const quillon_fusion6 *fusion, quillon_fusion_status *status);

/* The calibration, which is applied to every sample from now on. Errors: NULL, UNINITIALIZED; ARGUMENT for axes that are none, or a
 * has_gain that is neither 0 nor 1. */
int32_t quillon_fusion6_set_calibration(quillon_fusion6 *fusion, const quillon_calibration *calibration);
int32_t quillon_fusion6_calibration(const quillon_fusion6 *fusion, quillon_calibration *calibration);

/* --- Fusion of nine axes ------------------------------------------------------------------------------------------------------ */

/* As for six axes. The default frame is QUILLON_FRAME_MAGNETIC: a `frame` of 0 stands for it. */
int32_t quillon_fusion9_init(quillon_fusion9 *fusion, uint32_t size, const quillon_fusion_settings *settings);

/* As for six axes. `field` is null for a sample without a field. */
int32_t quillon_fusion9_push(quillon_fusion9 *fusion, uint32_t time, const quillon_force *force, const quillon_rate *rate,
                             const quillon_field *field);

/* As for six axes. A field of all zeros counts as missing. */
int32_t quillon_fusion9_run(quillon_fusion9 *fusion, uint32_t count, const uint32_t *times, const quillon_force *forces,
                            const quillon_rate *rates, const quillon_field *fields, quillon_motion *motions);

int32_t quillon_fusion9_attitude(const quillon_fusion9 *fusion, quillon_quaternion *attitude);
int32_t quillon_fusion9_gravity(const quillon_fusion9 *fusion, quillon_force *gravity);
int32_t quillon_fusion9_linear_acceleration(const quillon_fusion9 *fusion, quillon_force *acceleration);
int32_t quillon_fusion9_angular_rate(const quillon_fusion9 *fusion, quillon_rate *rate);
int32_t quillon_fusion9_bias(const quillon_fusion9 *fusion, quillon_bias *bias);
int32_t quillon_fusion9_status(const quillon_fusion9 *fusion, quillon_fusion_status *status);
/* The compass heading of the board's y axis: 0 is north, 2^30 is east, 2^32 is a turn. ABSENT in a frame without north, too. */
int32_t quillon_fusion9_heading(const quillon_fusion9 *fusion, uint32_t *heading);
int32_t quillon_fusion9_set_calibration(quillon_fusion9 *fusion, const quillon_calibration *calibration);
int32_t quillon_fusion9_calibration(const quillon_fusion9 *fusion, quillon_calibration *calibration);

/* --- Models ------------------------------------------------------------------------------------------------------------------- */

/* The models of this library: their bytes, and their size in `*size`. They are constants that are linked only where they are named. Null
 * if `size` is null. */

/* Capital letters in the air. On Linux and in quillon.c with a network that reads the path itself, elsewhere a small model that reads
 * features alone. */
const void *quillon_model_air(uint32_t *size);
/* Capital letters in the air: on Linux and in quillon.c the model of Quillon's firmware, smaller and quicker, elsewhere the same as air. */
const void *quillon_model_air_board(uint32_t *size);
/* Capital letters of a pen on a surface. */
const void *quillon_model_ink(uint32_t *size);
/* Gestures in the air. */
const void *quillon_model_gestures(uint32_t *size);
/* Gestures with an accelerometer alone. */
const void *quillon_model_accelerometer(uint32_t *size);

/* How many labels a model has, 1 to 72. Errors: NULL; MODEL if the bytes are no model or damaged. */
int32_t quillon_model_labels(const void *model, uint32_t size);

/* Writes label number `label` into `text`, which has `capacity` bytes, and a zero byte after it. Returns its length without that.
 * Errors: NULL, MODEL; ARGUMENT if there is no such label; SIZE if it does not fit. */
int32_t quillon_model_label(const void *model, uint32_t size, int32_t label, char *text, uint32_t capacity);

/* --- Recognizer --------------------------------------------------------------------------------------------------------------- */

/* What a sample has besides `force`. */
#define QUILLON_HAS_RATE 1     /* `rate` */
#define QUILLON_HAS_ATTITUDE 2 /* `attitude`, which the board computed. Without it the recognizer computes its own from the rate */
#define QUILLON_IS_LINEAR 4    /* `force` is the true acceleration, gravity removed: needs QUILLON_HAS_ATTITUDE */
#define QUILLON_PEN_DOWN 8     /* the writer draws: a button, a key, a touch */

/* One sample of a board. */
typedef struct quillon_sample {
  uint32_t time;               /* microseconds, modulo 2^32; about 100 samples a second */
  uint32_t has;                /* QUILLON_HAS_... */
  quillon_force force;
  quillon_rate rate;
  quillon_quaternion attitude; /* body to reference */
} quillon_sample;

/* The kinds of events. */
#define QUILLON_CLASSIFICATION 0 /* a stroke was read */
#define QUILLON_REJECTION 1      /* a gate found that a stroke is no letter */
#define QUILLON_ABANDONMENT 2    /* a stroke could not be read */

/* What `push` returns if there is an event. */
#define QUILLON_EVENT 1

/* Why a stroke was abandoned. */
#define QUILLON_ABANDONED_GAP 0           /* samples were missing */
#define QUILLON_ABANDONED_TOO_SHORT 1     /* fewer than two samples */
#define QUILLON_ABANDONED_NOT_CONVERGED 2 /* without a pen: the attitude had not converged; wait for half a second */

/* The gates that reject, and what they measure. */
#define QUILLON_GATE_DURATION 0    /* the duration of the stroke, s */
#define QUILLON_GATE_TURNING 1     /* acceleration over turning, m/s per rad */
#define QUILLON_GATE_REST_BEFORE 2 /* s from the last rest to the stroke */
#define QUILLON_GATE_REST_AFTER 3  /* s after the stroke without a rest */
#define QUILLON_GATE_EXTENT 4      /* the larger of width and height, m */
#define QUILLON_GATE_RETRACING 5   /* the smaller side over the larger */
#define QUILLON_GATE_FLATNESS 6    /* the share of acceleration across the plane */

/* The result of a stroke. Fields that the kind does not name are 0. */
typedef struct quillon_event {
  int32_t kind;        /* QUILLON_CLASSIFICATION, QUILLON_REJECTION or QUILLON_ABANDONMENT */
  int32_t label;       /* classification: the number of the label, 0 first */
  int32_t score;       /* classification: Q19.12 */
  int32_t margin;      /* classification: score minus its strongest rival, Q19.12; negative if "no letter" scores highest */
  int32_t is_doubtful; /* classification: 1 if the margin is below the model's threshold; the label is then a guess */
  int32_t reason;      /* rejection: QUILLON_GATE_...; abandonment: QUILLON_ABANDONED_... */
  int32_t value;       /* rejection: what the gate measured, Q19.12 */
  uint32_t time;       /* when the stroke ended, microseconds */
} quillon_event;

/* A label and its score, Q19.12. */
typedef struct quillon_candidate { int32_t label, score; } quillon_candidate;

/* Where the pen comes from. */
#define QUILLON_PEN_OF_SAMPLES 0 /* QUILLON_PEN_DOWN */
#define QUILLON_PEN_OF_MOTION 1  /* the motion of the hand: no button is needed */

/* The plane of the letters. */
#define QUILLON_PLANE_PEN_DOWN 0  /* the board's face at pen-down */
#define QUILLON_PLANE_DEVICE 1    /* the mean of the board's face */
#define QUILLON_PLANE_WRIST 2     /* a vertical plane; x or y of the board points along the forearm */
#define QUILLON_PLANE_PRINCIPAL 3 /* the plane that fits the stroke best */
#define QUILLON_PLANE_ABOVE 4     /* level, seen from above */

/* The gates, as bits. */
#define QUILLON_GATES_LIMITS 1    /* 0.3 to 4 s, 3 cm to 2 m */
#define QUILLON_GATES_TURNING 2   /* 2 m/s per rad or more */
#define QUILLON_GATES_RETRACING 4 /* no retraced line */
#define QUILLON_GATES_REST 8      /* a rest within 0.6 s before and after */
#define QUILLON_GATES_FLATNESS 16 /* a flat stroke */
#define QUILLON_GATES_ALL 31

/* How a hand writes. A struct of zeros is the default: a button, one stroke a letter, no gates. Without a button use
 * { QUILLON_PEN_OF_MOTION, 800, QUILLON_GATES_ALL, QUILLON_PLANE_PEN_DOWN }. */
typedef struct quillon_writing {
  int32_t pen;         /* QUILLON_PEN_OF_... */
  int32_t pen_up_time; /* how long the pen may be up within a letter, ms, 0 to 65,535; 0: every stroke is a letter */
  int32_t gates;       /* QUILLON_GATES_... */
  int32_t plane;       /* QUILLON_PLANE_... */
} quillon_writing;

/* Initializes `recognizer`, which has `size` bytes, with the model in `model_size` bytes at `model`. The model is checked. It has to
 * stay there as long as the recognizer is used. Errors: NULL, SIZE, ALIGNMENT; MODEL if the bytes are no model or damaged. */
int32_t quillon_recognizer_init(quillon_recognizer *recognizer, uint32_t size, const void *model, uint32_t model_size);

/* As quillon_model_label, of the recognizer's model. Errors: NULL, UNINITIALIZED, ARGUMENT, SIZE. */
int32_t quillon_recognizer_label(const quillon_recognizer *recognizer, int32_t label, char *text, uint32_t capacity);

/* Writes like this from now on. A stroke that is being written is discarded. Errors: NULL, UNINITIALIZED, ARGUMENT. */
int32_t quillon_recognizer_set_writing(quillon_recognizer *recognizer, const quillon_writing *writing);

/* Processes the next sample. Returns QUILLON_EVENT and writes `event`, or returns QUILLON_OK. An event comes some samples after the
 * pen was lifted, because no call does more than its share. Errors: NULL, UNINITIALIZED; ARGUMENT for QUILLON_IS_LINEAR without
 * QUILLON_HAS_ATTITUDE and for unknown bits. */
int32_t quillon_recognizer_push(quillon_recognizer *recognizer, const quillon_sample *sample, quillon_event *event);

/* Processes the next point of a touch surface: x to the right, y down, any unit, -2^30 to 2^30; pen: 1 down, 0 up. A stroke whose width
 * and height are below `minimum_size` is rejected. Returns as `push`. Use the model `ink`. Errors: NULL, UNINITIALIZED, ARGUMENT. */
int32_t quillon_recognizer_push_touch(quillon_recognizer *recognizer, uint32_t time, int32_t x, int32_t y, int32_t pen,
                                      int32_t minimum_size, quillon_event *event);

/* No more samples come: reads what waits. Returns as `push`; call it until it returns QUILLON_OK. Errors: NULL, UNINITIALIZED. */
int32_t quillon_recognizer_finish(quillon_recognizer *recognizer, quillon_event *event);

/* Writes the `count` best labels of the last classification, best first. `count` is 1 to 72; five are usual. Returns how many there
 * are. It costs as much as the network once more. Call it right after the event. Errors: NULL, UNINITIALIZED, ARGUMENT; ABSENT if
 * there is no classification, or the next stroke is being read. */
int32_t quillon_recognizer_best(quillon_recognizer *recognizer, quillon_candidate *best, int32_t count);

/* --- Training: what one person's hand means ------------------------------------------------------------------------------------- */

/* Initializes `trainer`, which has `size` bytes, for the model of `recognizer`. Errors: NULL, SIZE, ALIGNMENT, UNINITIALIZED; MODEL
 * if the model has no hidden layer or more than 2,048 weights in its last one. */
int32_t quillon_trainer_init(quillon_trainer *trainer, uint32_t size, const quillon_recognizer *recognizer);

/* Learns that the stroke of the last classification means `label`. `margin`, Q19.12, is how far it shall lead; 0 stands for 2.7.
 * Returns QUILLON_EVENT if the weights changed, and QUILLON_OK if the stroke had that margin. Errors: NULL, UNINITIALIZED; ARGUMENT
 * for an unknown label, a negative margin, or one that cannot be reached; ABSENT as for `best`; MODEL for another model. */
int32_t quillon_trainer_learn(quillon_trainer *trainer, quillon_recognizer *recognizer, int32_t label, int32_t margin);

/* Classifies the stroke of the last classification by what was learned: replaces label, score, margin and is_doubtful of `event`.
 * Call it right after the event. Errors: NULL, UNINITIALIZED; ABSENT as for `best`; MODEL for another model. */
int32_t quillon_trainer_classify(quillon_trainer *trainer, quillon_recognizer *recognizer, quillon_event *event);

/* Undoes the last `learn`. Errors: NULL, UNINITIALIZED; ABSENT if there is nothing to undo. */
int32_t quillon_trainer_undo(quillon_trainer *trainer);

/* Writes what was learned into `weights`, which has room for `capacity` numbers, to keep it. Returns how many there are. With
 * capacity 0 and null weights it returns the number only. Errors: NULL, UNINITIALIZED; SIZE if they do not fit. */
int32_t quillon_trainer_weights(quillon_trainer *trainer, int16_t *weights, uint32_t capacity);

/* Uses `count` weights that were kept. Errors: NULL, UNINITIALIZED; SIZE if it is not the model's number. */
int32_t quillon_trainer_set_weights(quillon_trainer *trainer, const int16_t *weights, uint32_t count);

/* --- Sensors on a serial line --------------------------------------------------------------------------------------------------- */

/* Initializes `receiver`, which has `size` bytes, for one format. Only the formats that are named are linked. The names are those of
 * `quillon protocols`. Errors: NULL, SIZE, ALIGNMENT. */
/* Generated from SerialFormat.swift by `make lists`: do not edit. */
int32_t quillon_receiver_init_csv(quillon_receiver *receiver, uint32_t size);
int32_t quillon_receiver_init_tagged(quillon_receiver *receiver, uint32_t size);
int32_t quillon_receiver_init_witmotion_11(quillon_receiver *receiver, uint32_t size);
int32_t quillon_receiver_init_witmotion_ble(quillon_receiver *receiver, uint32_t size);
int32_t quillon_receiver_init_bno08x_rvc(quillon_receiver *receiver, uint32_t size);
int32_t quillon_receiver_init_x_imu3(quillon_receiver *receiver, uint32_t size);
int32_t quillon_receiver_init_mavlink(quillon_receiver *receiver, uint32_t size);
int32_t quillon_receiver_init_razor_text(quillon_receiver *receiver, uint32_t size);
int32_t quillon_receiver_init_razor_binary_sensors(quillon_receiver *receiver, uint32_t size);
int32_t quillon_receiver_init_vectornav_ascii(quillon_receiver *receiver, uint32_t size);
int32_t quillon_receiver_init_vectornav_binary(quillon_receiver *receiver, uint32_t size);
int32_t quillon_receiver_init_xsens_xbus(quillon_receiver *receiver, uint32_t size);
int32_t quillon_receiver_init_mip(quillon_receiver *receiver, uint32_t size);
/* End of the generated part. */

/* Decodes a byte. Returns QUILLON_EVENT and writes `sample`, or returns QUILLON_OK. The first 50 samples show what the board sends and
 * are not returned. Other rates than 80 to 125 samples a second become 100. Errors: NULL, UNINITIALIZED. */
int32_t quillon_receiver_push(quillon_receiver *receiver, uint8_t byte, quillon_sample *sample);

/* --- Floating point, in your program ------------------------------------------------------------------------------------------- */

#ifndef QUILLON_IMPLEMENTATION

/* Rounds to the nearest, ties away from zero; clamps; not-a-number gives 0. `scale` is a power of two. */
static inline int32_t quillon_fixed_from_float(float value, float scale) {
  float steps = value * scale;
  if (!(steps == steps)) return 0;
  if (steps >= 2147483648.0f) return INT32_MAX;
  if (steps <= -2147483648.0f) return INT32_MIN;
  if (steps >= 8388608.0f || steps <= -8388608.0f) return (int32_t)steps; /* whole already */
  {
    int32_t whole = (int32_t)steps;
    float rest = steps - (float)whole;
    return whole + (rest >= 0.5f) - (rest <= -0.5f);
  }
}

static inline float quillon_float_from_fixed(int32_t value, float scale) { return (float)value / scale; }

/* From m/s^2, and from units of gravity (9.80665 m/s^2). */
static inline quillon_force quillon_force_from_ms2(float x, float y, float z) {
  quillon_force force;
  force.x = quillon_fixed_from_float(x, 8388608.0f);
  force.y = quillon_fixed_from_float(y, 8388608.0f);
  force.z = quillon_fixed_from_float(z, 8388608.0f);
  return force;
}
static inline quillon_force quillon_force_from_g(float x, float y, float z) {
  return quillon_force_from_ms2(x * 9.80665f, y * 9.80665f, z * 9.80665f);
}

/* From rad/s, and from degrees/s. */
static inline quillon_rate quillon_rate_from_rads(float x, float y, float z) {
  quillon_rate rate;
  rate.x = quillon_fixed_from_float(x, 33554432.0f);
  rate.y = quillon_fixed_from_float(y, 33554432.0f);
  rate.z = quillon_fixed_from_float(z, 33554432.0f);
  return rate;
}
static inline quillon_rate quillon_rate_from_dps(float x, float y, float z) {
  return quillon_rate_from_rads(x * 0.017453293f, y * 0.017453293f, z * 0.017453293f);
}

/* From microtesla. */
static inline quillon_field quillon_field_from_ut(float x, float y, float z) {
  quillon_field field;
  field.x = quillon_fixed_from_float(x, 524288.0f);
  field.y = quillon_fixed_from_float(y, 524288.0f);
  field.z = quillon_fixed_from_float(z, 524288.0f);
  return field;
}

/* To m/s^2; rad/s or degrees/s of an angular rate; microtesla; a component of a quaternion, or rad/s of a bias; degrees of an angle in
 * rad; degrees of a heading, 0 to 360; a score, a margin or the value of a rejection. */
static inline float quillon_ms2(int32_t component) { return quillon_float_from_fixed(component, 8388608.0f); }
static inline float quillon_rads(int32_t component) { return quillon_float_from_fixed(component, 33554432.0f); }
static inline float quillon_dps(int32_t component) { return quillon_rads(component) * 57.29578f; }
static inline float quillon_ut(int32_t component) { return quillon_float_from_fixed(component, 524288.0f); }
static inline float quillon_unit(int32_t component) { return quillon_float_from_fixed(component, 1073741824.0f); }
static inline float quillon_degrees(int32_t angle) { return quillon_float_from_fixed(angle, 536870912.0f) * 57.29578f; }
static inline float quillon_heading_degrees(uint32_t heading) { return (float)(heading >> 8) * (360.0f / 16777216.0f); }
static inline float quillon_score(int32_t score) { return quillon_float_from_fixed(score, 4096.0f); }

/* --- Texts, in your program ---------------------------------------------------------------------------------------------------- */

/* What an error means; "no error" for zero and above. */
static inline const char *quillon_error_text(int32_t error) {
  switch (error) {
    case QUILLON_ERROR_NULL: return "a pointer is null";
    case QUILLON_ERROR_SIZE: return "the memory is too small";
    case QUILLON_ERROR_ALIGNMENT: return "the memory is misaligned";
    case QUILLON_ERROR_UNINITIALIZED: return "the state is not initialized";
    case QUILLON_ERROR_ARGUMENT: return "a value is out of its range";
    case QUILLON_ERROR_MODEL: return "the bytes are no model, or one that does not suit";
    case QUILLON_ERROR_ABSENT: return "there is nothing to act on";
    default: return error < 0 ? "unknown error" : "no error";
  }
}

/* Why a stroke was rejected or abandoned: the gate or the cause. Empty for a classification. */
static inline const char *quillon_reason_text(const quillon_event *event) {
  if (event->kind == QUILLON_ABANDONMENT) {
    switch (event->reason) {
      case QUILLON_ABANDONED_GAP: return "gap";
      case QUILLON_ABANDONED_TOO_SHORT: return "too short";
      case QUILLON_ABANDONED_NOT_CONVERGED: return "not converged";
      default: return "unknown";
    }
  }
  if (event->kind != QUILLON_REJECTION) return "";
  switch (event->reason) {
    case QUILLON_GATE_DURATION: return "duration";
    case QUILLON_GATE_TURNING: return "turning";
    case QUILLON_GATE_REST_BEFORE: return "rest before";
    case QUILLON_GATE_REST_AFTER: return "rest after";
    case QUILLON_GATE_EXTENT: return "extent";
    case QUILLON_GATE_RETRACING: return "retracing";
    case QUILLON_GATE_FLATNESS: return "flatness";
    default: return "unknown";
  }
}

#endif

/* --- The layout of what crosses the border -------------------------------------------------------------------------------------- */

#if defined(__cplusplus) && __cplusplus >= 201103L
#define QUILLON_ASSERT(condition, name) static_assert(condition, #name)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define QUILLON_ASSERT(condition, name) _Static_assert(condition, #name)
#else
#define QUILLON_ASSERT(condition, name) typedef char quillon_assert_##name[(condition) ? 1 : -1]
#endif
QUILLON_ASSERT(sizeof(quillon_force) == 12, force_has_12_bytes);
QUILLON_ASSERT(sizeof(quillon_quaternion) == 16, quaternion_has_16_bytes);
QUILLON_ASSERT(sizeof(quillon_correction) == 64, correction_has_64_bytes);
QUILLON_ASSERT(sizeof(quillon_calibration) == 192, calibration_has_192_bytes);
QUILLON_ASSERT(sizeof(quillon_fusion_settings) == 32, settings_have_32_bytes);
QUILLON_ASSERT(sizeof(quillon_fusion_status) == 16, status_has_16_bytes);
QUILLON_ASSERT(sizeof(quillon_motion) == 76, motion_has_76_bytes);
QUILLON_ASSERT(sizeof(quillon_sample) == 48, sample_has_48_bytes);
QUILLON_ASSERT(sizeof(quillon_event) == 32, event_has_32_bytes);
QUILLON_ASSERT(sizeof(quillon_candidate) == 8, candidate_has_8_bytes);
QUILLON_ASSERT(sizeof(quillon_writing) == 16, writing_has_16_bytes);

#ifdef __cplusplus
}
#endif

#endif
