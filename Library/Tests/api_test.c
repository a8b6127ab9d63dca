/* Every function of quillon.h, in the header's order: misuse is answered with its error and writes nothing, and use gives a result.
 * Also compiled as C99 and as C++, run under Valgrind, and on emulated boards. */
#include "quillon.h"

#include "formats.h"

#include <stdio.h>
#include <string.h>

static unsigned checks, failures;
#define CHECK(condition)                                                   \
  do {                                                                     \
    checks++;                                                              \
    if (!(condition)) {                                                    \
      failures++;                                                          \
      if (failures <= 20) printf("line %d: %s\n", __LINE__, #condition);    \
    }                                                                      \
  } while (0)

/* Memory for one state at a time, with bytes before and after it that no call may change. */
#define LARGEST QUILLON_RECOGNIZER_SIZE
static struct {
  uint64_t before[4];
  uint64_t state[LARGEST / 8];
  uint64_t after[4];
} room;
static quillon_recognizer recognizer;
static quillon_trainer trainer;
static int16_t weights[2048];

static void fill(int byte) { memset(&room, byte, sizeof room); }
static int is_filled(int byte) {
  const unsigned char *p = (const unsigned char *)&room;
  for (size_t i = 0; i < sizeof room; i++)
    if (p[i] != (unsigned char)byte) return 0;
  return 1;
}
static int is_fence_whole(int byte) {
  for (size_t i = 0; i < sizeof room.before; i++)
    if (((unsigned char *)room.before)[i] != byte || ((unsigned char *)room.after)[i] != byte) return 0;
  return 1;
}

/* What every init function answers to. `size` is the size of its type. */
#define CHECK_INIT(init, type, size, ...)                                                       \
  do {                                                                                          \
    fill(0xA5);                                                                                 \
    type *state = (type *)room.state;                                                           \
    CHECK(init(NULL, size, __VA_ARGS__) == QUILLON_ERROR_NULL);                                 \
    CHECK(init(state, 0, __VA_ARGS__) == QUILLON_ERROR_SIZE);                                   \
    CHECK(init(state, 64, __VA_ARGS__) == QUILLON_ERROR_SIZE);                                  \
    for (int shift = 1; shift < 8; shift++)                                                     \
      CHECK(init((type *)(void *)((char *)state + shift), size, __VA_ARGS__) == QUILLON_ERROR_ALIGNMENT); \
    CHECK(is_filled(0xA5));                                                                     \
    CHECK(init(state, size, __VA_ARGS__) == QUILLON_OK);                                        \
    CHECK(is_fence_whole(0xA5));                                                                \
  } while (0)

/* What every other function answers to: `call` has the state in a variable called `state`. */
#define CHECK_STATE(type, other, call)                                 \
  do {                                                                 \
    type *state = NULL;                                                \
    CHECK((call) == QUILLON_ERROR_NULL);                               \
    state = (type *)(void *)((char *)room.state + 4);                  \
    CHECK((call) == QUILLON_ERROR_ALIGNMENT);                          \
    fill(0);                                                           \
    state = (type *)room.state;                                        \
    CHECK((call) == QUILLON_ERROR_UNINITIALIZED);                      \
    CHECK(is_filled(0));                                               \
    other;                                                             \
    CHECK((call) == QUILLON_ERROR_UNINITIALIZED);                      \
  } while (0)

static const quillon_force level = {0, 0, 82264143}; /* 9.80665 m/s^2 */
static const quillon_force missing = {0, 0, 0};
static const quillon_rate still = {0, 0, 0};
static const quillon_rate turning = {1 << 22, 0, 0};
static const quillon_field north = {0, 20 << 19, -(40 << 19)};

static void test_results(void) {
  CHECK(quillon_version() == QUILLON_VERSION);
}

static void test_calibration(void) {
  quillon_calibration calibration;
  memset(&calibration, 0xFF, sizeof calibration);
  CHECK(quillon_calibration_init(NULL) == QUILLON_ERROR_NULL);
  CHECK(quillon_calibration_init(&calibration) == QUILLON_OK);
  CHECK(calibration.gyroscope.axes[0] == QUILLON_AXIS_X && calibration.gyroscope.axes[2] == QUILLON_AXIS_Z);
  CHECK(calibration.magnetometer.has_gain == 0 && calibration.magnetometer.gain[8] == 0);
}

static void test_rotations(void) {
  /* A turn of 90 degrees about x, then one of 30 degrees about the reference z. */
  const quillon_quaternion q = {733379304, 733379304, 196508392, 196508392};
  const quillon_force force = {1000000, 2000000, 3000000};
  quillon_force rotated = {7, 7, 7}, again = force;
  quillon_euler euler = {7, 7, 7};
  CHECK(quillon_euler_zyx(NULL, &euler) == QUILLON_ERROR_NULL && quillon_euler_zyx(&q, NULL) == QUILLON_ERROR_NULL);
  CHECK(quillon_euler_zxy(NULL, &euler) == QUILLON_ERROR_NULL && quillon_euler_zxy(&q, NULL) == QUILLON_ERROR_NULL);
  CHECK(quillon_rotate(NULL, &force, &rotated) == QUILLON_ERROR_NULL && quillon_rotate(&q, NULL, &rotated) == QUILLON_ERROR_NULL);
  CHECK(quillon_rotate(&q, &force, NULL) == QUILLON_ERROR_NULL);
  CHECK(euler.pitch == 7 && rotated.x == 7);
  CHECK(quillon_euler_zyx(&q, &euler) == QUILLON_OK);
  CHECK(quillon_degrees(euler.roll) > 89.99f && quillon_degrees(euler.roll) < 90.01f);
  CHECK(quillon_degrees(euler.pitch) > -0.01f && quillon_degrees(euler.pitch) < 0.01f);
  CHECK(quillon_degrees(euler.yaw) > 29.99f && quillon_degrees(euler.yaw) < 30.01f);
  CHECK(quillon_euler_zxy(&q, &euler) == QUILLON_OK);
  CHECK(euler.roll == 0 && quillon_degrees(euler.pitch) > 89.99f && quillon_degrees(euler.pitch) < 90.01f);
  /* About x: y to z, z to -y. Then x, y = x cos 30 - y sin 30, x sin 30 + y cos 30. */
  CHECK(quillon_rotate(&q, &force, &rotated) == QUILLON_OK);
  CHECK(rotated.x > 2366020 && rotated.x < 2366030 && rotated.y > -2098080 && rotated.y < -2098070);
  CHECK(rotated.z > 1999990 && rotated.z < 2000010);
  CHECK(quillon_rotate(&q, &again, &again) == QUILLON_OK && memcmp(&again, &rotated, sizeof again) == 0);
}

static void start6(void) { quillon_fusion6_init((quillon_fusion6 *)room.state, sizeof(quillon_fusion6), NULL); }
static void start9(void) { quillon_fusion9_init((quillon_fusion9 *)room.state, sizeof(quillon_fusion9), NULL); }

static void test_fusion6(void) {
  quillon_fusion6 *fusion = (quillon_fusion6 *)room.state;
  quillon_fusion_settings settings;
  quillon_quaternion q = {1, 2, 3, 4};
  quillon_motion motion = {{1, 2, 3, 4}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 7, 0, 0};
  quillon_force v;
  quillon_rate rate;
  quillon_bias bias;
  quillon_fusion_status status;
  quillon_calibration calibration, again;
  uint32_t time = 5;

  CHECK_INIT(quillon_fusion6_init, quillon_fusion6, QUILLON_FUSION6_SIZE, NULL);
  memset(&settings, 0, sizeof settings);
  CHECK(quillon_fusion6_init(fusion, sizeof *fusion, &settings) == QUILLON_OK);
  settings.frame = QUILLON_FRAME_MAGNETIC;
  CHECK(quillon_fusion6_init(fusion, sizeof *fusion, &settings) == QUILLON_ERROR_ARGUMENT);
  settings.frame = 0;
  settings.gravity_time = 1;
  CHECK(quillon_fusion6_init(fusion, sizeof *fusion, &settings) == QUILLON_ERROR_ARGUMENT);
  settings.gravity_time = 61 << 16;
  CHECK(quillon_fusion6_init(fusion, sizeof *fusion, &settings) == QUILLON_ERROR_ARGUMENT);
  settings.gravity_time = 60 << 16;
  CHECK(quillon_fusion6_init(fusion, sizeof *fusion, &settings) == QUILLON_OK);
  settings.force_full_scale = -1;
  CHECK(quillon_fusion6_init(fusion, sizeof *fusion, &settings) == QUILLON_ERROR_ARGUMENT);

  CHECK_STATE(quillon_fusion6, start9(), quillon_fusion6_push(state, 1, &level, &still));
  CHECK_STATE(quillon_fusion6, start9(), quillon_fusion6_run(state, 1, &time, &level, &still, &motion));
  CHECK_STATE(quillon_fusion6, start9(), quillon_fusion6_attitude(state, &q));
  CHECK_STATE(quillon_fusion6, start9(), quillon_fusion6_gravity(state, &v));
  CHECK_STATE(quillon_fusion6, start9(), quillon_fusion6_linear_acceleration(state, &v));
  CHECK_STATE(quillon_fusion6, start9(), quillon_fusion6_angular_rate(state, &rate));
  CHECK_STATE(quillon_fusion6, start9(), quillon_fusion6_bias(state, &bias));
  CHECK_STATE(quillon_fusion6, start9(), quillon_fusion6_status(state, &status));
  quillon_calibration_init(&calibration);
  CHECK_STATE(quillon_fusion6, start9(), quillon_fusion6_set_calibration(state, &calibration));
  CHECK_STATE(quillon_fusion6, start9(), quillon_fusion6_calibration(state, &calibration));
  CHECK(q.w == 1 && q.z == 4 && motion.attitude.w == 1 && motion.state == 7);

  start6();
  CHECK(quillon_fusion6_push(fusion, 1, NULL, &still) == QUILLON_ERROR_NULL);
  CHECK(quillon_fusion6_push(fusion, 1, &level, NULL) == QUILLON_ERROR_NULL);
  CHECK(quillon_fusion6_run(fusion, 1, NULL, &level, &still, &motion) == QUILLON_ERROR_NULL);
  CHECK(quillon_fusion6_run(fusion, 1, &time, &level, &still, NULL) == QUILLON_ERROR_NULL);
  CHECK(quillon_fusion6_attitude(fusion, NULL) == QUILLON_ERROR_NULL);
  CHECK(quillon_fusion6_attitude(fusion, &q) == QUILLON_ERROR_ABSENT);
  CHECK(quillon_fusion6_gravity(fusion, &v) == QUILLON_ERROR_ABSENT);
  CHECK(quillon_fusion6_status(fusion, &status) == QUILLON_OK);
  CHECK(status.state == QUILLON_STARTING && status.waits_for == QUILLON_WAITS_FOR_SAMPLE);
  CHECK(quillon_fusion6_run(fusion, 0, &time, &level, &still, &motion) == QUILLON_STARTING);
  CHECK(quillon_fusion6_push(fusion, 1, &level, &still) == QUILLON_CONVERGING);
  for (time = 10000; time < 4000000; time += 10000) quillon_fusion6_push(fusion, time, &level, &still);
  CHECK(quillon_fusion6_push(fusion, time, &level, &still) == QUILLON_READY);
  CHECK(quillon_fusion6_attitude(fusion, &q) == QUILLON_OK && q.w > 1073741000);
  CHECK(quillon_fusion6_gravity(fusion, &v) == QUILLON_OK && v.z < -82264000 && v.z > -82264400);
  CHECK(quillon_fusion6_linear_acceleration(fusion, &v) == QUILLON_OK && v.z < 200 && v.z > -200);
  CHECK(quillon_fusion6_angular_rate(fusion, &rate) == QUILLON_OK && rate.x == 0);
  CHECK(quillon_fusion6_bias(fusion, &bias) == QUILLON_OK && bias.x < 1000 && bias.x > -1000);
  CHECK(quillon_fusion6_status(fusion, &status) == QUILLON_OK);
  CHECK(status.state == QUILLON_READY && status.waits_for == -1 && status.is_at_rest == 1);

  /* A run returns what the functions return. */
  time += 10000;
  CHECK(quillon_fusion6_run(fusion, 1, &time, &level, &turning, &motion) == QUILLON_READY);
  quillon_fusion6_attitude(fusion, &q);
  CHECK(memcmp(&q, &motion.attitude, sizeof q) == 0);
  quillon_fusion6_gravity(fusion, &v);
  CHECK(memcmp(&v, &motion.gravity, sizeof v) == 0);
  quillon_fusion6_linear_acceleration(fusion, &v);
  CHECK(memcmp(&v, &motion.linear_acceleration, sizeof v) == 0);
  quillon_fusion6_angular_rate(fusion, &rate);
  CHECK(memcmp(&rate, &motion.rate, sizeof rate) == 0 && rate.x > 3000000);
  quillon_fusion6_bias(fusion, &bias);
  CHECK(memcmp(&bias, &motion.bias, sizeof bias) == 0);
  quillon_fusion6_status(fusion, &status);
  CHECK(motion.state == status.state && motion.is_at_rest == status.is_at_rest && motion.is_at_rest == 0);
  CHECK(motion.is_field_disturbed == 1);

  /* A force of all zeros is missing, and there is no linear acceleration then. */
  time += 10000;
  CHECK(quillon_fusion6_run(fusion, 1, &time, &missing, &still, &motion) == QUILLON_READY);
  CHECK(motion.linear_acceleration.x == 0 && motion.linear_acceleration.y == 0 && motion.linear_acceleration.z == 0);
  CHECK(motion.gravity.z < -82000000);
  v.z = 7;
  CHECK(quillon_fusion6_linear_acceleration(fusion, &v) == QUILLON_ERROR_ABSENT && v.z == 7);
  CHECK(quillon_fusion6_attitude(fusion, &q) == QUILLON_OK);
  time += 10000;
  quillon_fusion6_push(fusion, time, &level, &still);
  CHECK(quillon_fusion6_linear_acceleration(fusion, &v) == QUILLON_OK && v.z != 7);

  calibration.accelerometer.axes[0] = QUILLON_AXIS_Y;
  CHECK(quillon_fusion6_set_calibration(fusion, &calibration) == QUILLON_ERROR_ARGUMENT);
  calibration.accelerometer.axes[1] = QUILLON_AXIS_MINUS_X;
  calibration.gyroscope.has_gain = 2;
  CHECK(quillon_fusion6_set_calibration(fusion, &calibration) == QUILLON_ERROR_ARGUMENT);
  calibration.gyroscope.has_gain = 1;
  calibration.gyroscope.gain[0] = calibration.gyroscope.gain[4] = calibration.gyroscope.gain[8] = 1 << 29;
  calibration.gyroscope.offset[2] = 1234;
  CHECK(quillon_fusion6_set_calibration(fusion, &calibration) == QUILLON_OK);
  CHECK(quillon_fusion6_calibration(fusion, &again) == QUILLON_OK);
  CHECK(memcmp(&calibration, &again, sizeof again) == 0);
  quillon_fusion6_push(fusion, time + 10000, &level, &still);
  quillon_fusion6_angular_rate(fusion, &rate);
  CHECK(rate.z < -1200 && rate.z > -1300);

  /* An offset does not make a force of what is missing. */
  calibration.accelerometer.offset[0] = 1 << 23;
  CHECK(quillon_fusion6_set_calibration(fusion, &calibration) == QUILLON_OK);
  quillon_fusion6_push(fusion, time + 20000, &missing, &still);
  CHECK(quillon_fusion6_linear_acceleration(fusion, &v) == QUILLON_ERROR_ABSENT);
}

static void test_fusion9(void) {
  quillon_fusion9 *fusion = (quillon_fusion9 *)room.state;
  quillon_fusion_settings settings;
  quillon_quaternion q;
  quillon_motion motion = {{1, 2, 3, 4}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 7, 0, 0};
  quillon_euler euler;
  quillon_force v;
  quillon_rate rate;
  quillon_bias bias;
  quillon_fusion_status status;
  quillon_calibration calibration;
  uint32_t time = 5, heading = 77;

  CHECK_INIT(quillon_fusion9_init, quillon_fusion9, QUILLON_FUSION9_SIZE, NULL);
  memset(&settings, 0, sizeof settings);
  settings.frame = 4;
  CHECK(quillon_fusion9_init(fusion, sizeof *fusion, &settings) == QUILLON_ERROR_ARGUMENT);
  quillon_calibration_init(&calibration);
  CHECK_STATE(quillon_fusion9, start6(), quillon_fusion9_push(state, 1, &level, &still, &north));
  CHECK_STATE(quillon_fusion9, start6(), quillon_fusion9_run(state, 1, &time, &level, &still, &north, &motion));
  CHECK_STATE(quillon_fusion9, start6(), quillon_fusion9_attitude(state, &q));
  CHECK_STATE(quillon_fusion9, start6(), quillon_fusion9_gravity(state, &v));
  CHECK_STATE(quillon_fusion9, start6(), quillon_fusion9_linear_acceleration(state, &v));
  CHECK_STATE(quillon_fusion9, start6(), quillon_fusion9_angular_rate(state, &rate));
  CHECK_STATE(quillon_fusion9, start6(), quillon_fusion9_bias(state, &bias));
  CHECK_STATE(quillon_fusion9, start6(), quillon_fusion9_status(state, &status));
  CHECK_STATE(quillon_fusion9, start6(), quillon_fusion9_heading(state, &heading));
  CHECK_STATE(quillon_fusion9, start6(), quillon_fusion9_set_calibration(state, &calibration));
  CHECK_STATE(quillon_fusion9, start6(), quillon_fusion9_calibration(state, &calibration));
  CHECK(heading == 77 && motion.attitude.w == 1 && motion.state == 7);

  start9();
  CHECK(quillon_fusion9_push(fusion, 1, NULL, &still, NULL) == QUILLON_ERROR_NULL);
  CHECK(quillon_fusion9_run(fusion, 1, &time, &level, &still, NULL, &motion) == QUILLON_ERROR_NULL);
  CHECK(quillon_fusion9_heading(fusion, &heading) == QUILLON_ERROR_ABSENT);
  CHECK(quillon_fusion9_push(fusion, 1, &level, &still, NULL) == QUILLON_CONVERGING);
  for (time = 10000; time < 30000000; time += 10000) quillon_fusion9_push(fusion, time, &level, &still, &north);
  CHECK(quillon_fusion9_status(fusion, &status) == QUILLON_OK && status.state == QUILLON_READY);
  CHECK(status.is_field_disturbed == 1); /* the board has not turned in the field yet */
  CHECK(quillon_fusion9_heading(fusion, &heading) == QUILLON_OK);
  CHECK((int32_t)heading < 1000000 && (int32_t)heading > -1000000); /* the y axis points north */
  CHECK(quillon_fusion9_attitude(fusion, &q) == QUILLON_OK);
  CHECK(quillon_euler_zyx(&q, &euler) == QUILLON_OK);
  CHECK(euler.yaw < -843000000 && euler.yaw > -843700000); /* x points east: a quarter turn clockwise of north */
  CHECK(quillon_fusion9_gravity(fusion, &v) == QUILLON_OK && v.z < -82264000);
  CHECK(quillon_fusion9_linear_acceleration(fusion, &v) == QUILLON_OK && v.z < 200 && v.z > -200);
  CHECK(quillon_fusion9_angular_rate(fusion, &rate) == QUILLON_OK);
  CHECK(quillon_fusion9_bias(fusion, &bias) == QUILLON_OK);
  CHECK(quillon_fusion9_set_calibration(fusion, &calibration) == QUILLON_OK);
  CHECK(quillon_fusion9_run(fusion, 1, &time, &level, &turning, &north, &motion) == QUILLON_READY);
  quillon_fusion9_attitude(fusion, &q);
  CHECK(memcmp(&q, &motion.attitude, sizeof q) == 0);
  quillon_fusion9_gravity(fusion, &v);
  CHECK(memcmp(&v, &motion.gravity, sizeof v) == 0);
  quillon_fusion9_linear_acceleration(fusion, &v);
  CHECK(memcmp(&v, &motion.linear_acceleration, sizeof v) == 0);
  quillon_fusion9_angular_rate(fusion, &rate);
  CHECK(memcmp(&rate, &motion.rate, sizeof rate) == 0 && rate.x > 3000000);
  quillon_fusion9_bias(fusion, &bias);
  CHECK(memcmp(&bias, &motion.bias, sizeof bias) == 0);
  quillon_fusion9_status(fusion, &status);
  CHECK(motion.state == status.state && motion.is_at_rest == status.is_at_rest && motion.is_at_rest == 0);
  CHECK(motion.is_field_disturbed == status.is_field_disturbed);

  time += 10000;
  CHECK(quillon_fusion9_run(fusion, 1, &time, &missing, &still, &north, &motion) == QUILLON_READY);
  CHECK(motion.linear_acceleration.x == 0 && motion.linear_acceleration.y == 0 && motion.linear_acceleration.z == 0);
  CHECK(motion.gravity.z < -82000000);
  v.z = 7;
  CHECK(quillon_fusion9_linear_acceleration(fusion, &v) == QUILLON_ERROR_ABSENT && v.z == 7);
  CHECK(quillon_fusion9_attitude(fusion, &q) == QUILLON_OK);

  calibration.accelerometer.offset[0] = 1 << 23;
  CHECK(quillon_fusion9_set_calibration(fusion, &calibration) == QUILLON_OK);
  quillon_fusion9_push(fusion, time + 10000, &missing, &still, NULL);
  CHECK(quillon_fusion9_linear_acceleration(fusion, &v) == QUILLON_ERROR_ABSENT);
}

/* What a sensor with an offset and a gain reads of a sphere's points in 200 directions, in steps of a radius of 1,000. */
static void skewed(int i, int32_t *x, int32_t *y, int32_t *z) {
  static const int16_t circle[8] = {1000, 924, 707, 383, 0, -383, -707, -924};
  int32_t height = (i / 16) * 150 - 900, across = 0;
  while (across * across < 1000000 - height * height) across++;
  int32_t turn = i % 16, cosine = turn < 8 ? circle[turn] : -circle[turn - 8];
  turn = (turn + 12) % 16;
  int32_t sine = turn < 8 ? circle[turn] : -circle[turn - 8];
  *x = across * cosine / 1000 * 11 / 10 + 300;
  *y = across * sine / 1000 - 200;
  *z = height + 100;
}

static void test_calibrator(void) {
  quillon_calibrator *c = (quillon_calibrator *)room.state;
  quillon_correction correction;
  int32_t x, y, z;
  CHECK(sizeof *c == QUILLON_CALIBRATOR_SIZE);
  fill(0xA5);
  CHECK(quillon_calibrator_init(NULL, sizeof *c) == QUILLON_ERROR_NULL);
  CHECK(quillon_calibrator_init(c, 64) == QUILLON_ERROR_SIZE);
  CHECK(quillon_calibrator_init((quillon_calibrator *)(void *)((char *)c + 4), sizeof *c) == QUILLON_ERROR_ALIGNMENT);
  CHECK(is_filled(0xA5));
  CHECK(quillon_calibrator_init(c, sizeof *c) == QUILLON_OK);
  memset(&correction, 0x5A, sizeof correction);
  CHECK_STATE(quillon_calibrator, start6(), quillon_calibrator_push(state, &level, &still, &north));
  CHECK_STATE(quillon_calibrator, start6(), quillon_calibrator_accelerometer(state, &correction));
  CHECK_STATE(quillon_calibrator, start6(), quillon_calibrator_magnetometer(state, &correction));
  quillon_calibrator_init(c, sizeof *c);
  CHECK(quillon_calibrator_accelerometer(c, NULL) == QUILLON_ERROR_NULL);
  CHECK(quillon_calibrator_magnetometer(c, NULL) == QUILLON_ERROR_NULL);
  CHECK(quillon_calibrator_push(c, NULL, NULL, NULL) == QUILLON_OK);
  CHECK(quillon_calibrator_accelerometer(c, &correction) == QUILLON_ERROR_ABSENT);
  CHECK(quillon_calibrator_magnetometer(c, &correction) == QUILLON_ERROR_ABSENT);
  CHECK(correction.has_gain == 0x5A5A5A5A);

  fill(0xA5);
  quillon_calibrator_init(c, sizeof *c);
  for (int i = 0; i < 208; i++) {
    quillon_field field;
    quillon_force force;
    skewed(i, &x, &y, &z);
    field.x = x * 16384, field.y = y * 16384, field.z = z * 16384; /* radius 31 */
    CHECK(quillon_calibrator_push(c, NULL, NULL, &field) == QUILLON_OK);
    force.x = x * 82264, force.y = y * 82264, force.z = z * 82264; /* radius 9.80664 */
    for (int k = 0; k < 10; k++) CHECK(quillon_calibrator_push(c, &force, k & 1 ? &still : NULL, NULL) == QUILLON_OK);
  }
  CHECK(quillon_calibrator_magnetometer(c, &correction) == QUILLON_ACCURACY_HIGH);
  CHECK(correction.axes[1] == QUILLON_AXIS_Y && correction.has_gain == 1);
  CHECK(correction.offset[0] > 290 * 16384 && correction.offset[0] < 310 * 16384);
  CHECK(correction.offset[1] < -190 * 16384 && correction.offset[1] > -210 * 16384);
  CHECK(correction.gain[0] < correction.gain[4] / 105 * 100 && correction.gain[0] > correction.gain[4] / 115 * 100);
  CHECK(quillon_calibrator_accelerometer(c, &correction) == QUILLON_ACCURACY_HIGH);
  CHECK(correction.offset[2] > 90 * 82264 && correction.offset[2] < 110 * 82264);
  CHECK(correction.gain[8] > 531502776 && correction.gain[8] < 542239048); /* within 1 % of 1 */
  CHECK(is_fence_whole(0xA5));
}

static void test_models(void) {
  const void *(*const models[4])(uint32_t *) = {quillon_model_air, quillon_model_ink, quillon_model_gestures,
                                                quillon_model_accelerometer};
  char text[24];
  uint32_t size = 0;
  for (int i = 0; i < 4; i++) {
    CHECK(models[i](NULL) == NULL);
    const void *model = models[i](&size);
    CHECK(model != NULL && size > 1000);
    int32_t count = quillon_model_labels(model, size);
    CHECK(count > 2 && count <= 40);
    CHECK(quillon_model_labels(model, size - 4) == QUILLON_ERROR_MODEL);
    for (int32_t label = 0; label < count; label++)
      CHECK(quillon_model_label(model, size, label, text, sizeof text) == (int32_t)strlen(text) && text[0] > ' ');
    CHECK(quillon_model_label(model, size, count, text, sizeof text) == QUILLON_ERROR_ARGUMENT);
    CHECK(quillon_model_label(model, size, -1, text, sizeof text) == QUILLON_ERROR_ARGUMENT);
  }
  CHECK(quillon_model_labels(NULL, 4) == QUILLON_ERROR_NULL);
  CHECK(quillon_model_labels("no model at all, but some text.", 31) == QUILLON_ERROR_MODEL);
  const void *air = quillon_model_air(&size);
  CHECK(quillon_model_label(air, size, 25, text, sizeof text) == 1 && strcmp(text, "Z") == 0);
  CHECK(quillon_model_label(air, size, 25, text, 2) == 1);
  CHECK(quillon_model_label(air, size, 25, text, 1) == QUILLON_ERROR_SIZE);
  CHECK(quillon_model_label(air, size, 25, text, 0) == QUILLON_ERROR_SIZE);
  CHECK(quillon_model_label(air, size, 25, NULL, 9) == QUILLON_ERROR_NULL);
}

/* Writes an L on a touch surface, and returns what `finish` returns. */
static int32_t write_letter(quillon_recognizer *r, uint32_t *time, quillon_event *event) {
  for (int i = 0; i <= 60; i++, *time += 10000) {
    int32_t x = i < 30 ? 0 : (i - 30) * 100, y = i < 30 ? i * 100 : 3000;
    CHECK(quillon_recognizer_push_touch(r, *time, x, y, i < 60, 100, event) == QUILLON_OK);
  }
  return quillon_recognizer_finish(r, event);
}

static void test_recognizer(void) {
  quillon_recognizer *r = (quillon_recognizer *)room.state;
  quillon_sample sample;
  quillon_event event, unchanged;
  quillon_candidate best[41];
  char text[24];
  quillon_writing writing = {QUILLON_PEN_OF_MOTION, 800, QUILLON_GATES_ALL, QUILLON_PLANE_PEN_DOWN};
  uint32_t size = 0, time = 0;
  const void *model = quillon_model_ink(&size);
  memset(&sample, 0, sizeof sample);
  memset(&event, 0x5A, sizeof event);
  unchanged = event;

  CHECK_INIT(quillon_recognizer_init, quillon_recognizer, QUILLON_RECOGNIZER_SIZE, model, size);
  fill(0);
  CHECK(quillon_recognizer_init(r, sizeof *r, NULL, size) == QUILLON_ERROR_NULL);
  CHECK(quillon_recognizer_init(r, sizeof *r, model, size - 1) == QUILLON_ERROR_MODEL);
  CHECK(quillon_recognizer_init(r, sizeof *r, "QNM?", 4) == QUILLON_ERROR_MODEL);
  CHECK(quillon_recognizer_init(r, sizeof *r, model, 0) == QUILLON_ERROR_MODEL);
  CHECK(is_filled(0));

  CHECK_STATE(quillon_recognizer, start6(), quillon_recognizer_set_writing(state, &writing));
  CHECK_STATE(quillon_recognizer, start6(), quillon_recognizer_push(state, &sample, &event));
  CHECK_STATE(quillon_recognizer, start6(), quillon_recognizer_push_touch(state, 1, 0, 0, 1, 1, &event));
  CHECK_STATE(quillon_recognizer, start6(), quillon_recognizer_finish(state, &event));
  CHECK_STATE(quillon_recognizer, start6(), quillon_recognizer_best(state, best, 5));
  CHECK_STATE(quillon_recognizer, start6(), quillon_recognizer_label(state, 0, text, sizeof text));

  r = &recognizer;
  CHECK(quillon_recognizer_init(r, sizeof *r, model, size) == QUILLON_OK);
  CHECK(quillon_recognizer_set_writing(r, NULL) == QUILLON_ERROR_NULL);
  CHECK(quillon_recognizer_set_writing(r, &writing) == QUILLON_OK);
  writing.plane = 5;
  CHECK(quillon_recognizer_set_writing(r, &writing) == QUILLON_ERROR_ARGUMENT);
  writing.plane = QUILLON_PLANE_PRINCIPAL;
  writing.gates = 32;
  CHECK(quillon_recognizer_set_writing(r, &writing) == QUILLON_ERROR_ARGUMENT);
  writing.gates = 0;
  writing.pen_up_time = 65536;
  CHECK(quillon_recognizer_set_writing(r, &writing) == QUILLON_ERROR_ARGUMENT);
  writing.pen_up_time = 0;
  writing.pen = 2;
  CHECK(quillon_recognizer_set_writing(r, &writing) == QUILLON_ERROR_ARGUMENT);
  writing.pen = QUILLON_PEN_OF_SAMPLES;
  CHECK(quillon_recognizer_set_writing(r, &writing) == QUILLON_OK);

  CHECK(quillon_recognizer_push(r, NULL, &event) == QUILLON_ERROR_NULL);
  CHECK(quillon_recognizer_push(r, &sample, NULL) == QUILLON_ERROR_NULL);
  sample.has = 16;
  CHECK(quillon_recognizer_push(r, &sample, &event) == QUILLON_ERROR_ARGUMENT);
  sample.has = QUILLON_IS_LINEAR;
  CHECK(quillon_recognizer_push(r, &sample, &event) == QUILLON_ERROR_ARGUMENT);
  CHECK(quillon_recognizer_push_touch(r, 1, 1 << 30, 0, 1, 1, &event) == QUILLON_OK);
  CHECK(quillon_recognizer_init(r, sizeof *r, model, size) == QUILLON_OK);
  CHECK(quillon_recognizer_push_touch(r, 1, (1 << 30) + 1, 0, 1, 1, &event) == QUILLON_ERROR_ARGUMENT);
  CHECK(quillon_recognizer_push_touch(r, 1, 0, 0, 2, 1, &event) == QUILLON_ERROR_ARGUMENT);
  CHECK(quillon_recognizer_push_touch(r, 1, 0, 0, 1, -1, &event) == QUILLON_ERROR_ARGUMENT);
  CHECK(quillon_recognizer_push_touch(r, 1, 0, 0, 1, 1, NULL) == QUILLON_ERROR_NULL);
  CHECK(quillon_recognizer_finish(r, NULL) == QUILLON_ERROR_NULL);
  CHECK(quillon_recognizer_finish(r, &event) == QUILLON_OK);
  CHECK(quillon_recognizer_best(r, best, 5) == QUILLON_ERROR_ABSENT);
  CHECK(memcmp(&event, &unchanged, sizeof event) == 0);

  CHECK(write_letter(r, &time, &event) == QUILLON_EVENT);
  CHECK(event.kind == QUILLON_CLASSIFICATION && event.label == 'L' - 'A' && event.margin > 0);
  CHECK(event.reason == 0 && event.value == 0 && event.time == time - 10000);
  CHECK(quillon_recognizer_finish(r, &event) == QUILLON_OK);
  CHECK(quillon_recognizer_best(r, NULL, 5) == QUILLON_ERROR_NULL);
  CHECK(quillon_recognizer_best(r, best, 0) == QUILLON_ERROR_ARGUMENT);
  CHECK(quillon_recognizer_best(r, best, 73) == QUILLON_ERROR_ARGUMENT);
  memset(best, 0x5A, sizeof best);
  CHECK(quillon_recognizer_best(r, best, 5) == 5);
  CHECK(best[0].label == event.label && best[0].score == event.score && best[5].label == 0x5A5A5A5A);
  for (int i = 1; i < 5; i++) CHECK(best[i].score <= best[i - 1].score);
  CHECK(quillon_recognizer_best(r, best, 40) == quillon_model_labels(model, size));
  CHECK(quillon_recognizer_label(r, event.label, text, sizeof text) == 1 && strcmp(text, "L") == 0);
  CHECK(quillon_recognizer_label(r, event.label, text, 1) == QUILLON_ERROR_SIZE);
  CHECK(quillon_recognizer_label(r, event.label, NULL, sizeof text) == QUILLON_ERROR_NULL);
  CHECK(quillon_recognizer_label(r, -1, text, sizeof text) == QUILLON_ERROR_ARGUMENT);
  CHECK(quillon_recognizer_label(r, quillon_model_labels(model, size), text, sizeof text) == QUILLON_ERROR_ARGUMENT);
}

static void test_trainer(void) {
  quillon_trainer *t = &trainer;
  quillon_recognizer *r = &recognizer;
  quillon_event event, first;
  uint32_t size = 0, time = 0;
  const void *model = quillon_model_ink(&size);
  quillon_recognizer_init(r, sizeof *r, model, size);
  CHECK_INIT(quillon_trainer_init, quillon_trainer, QUILLON_TRAINER_SIZE, r);
  CHECK_STATE(quillon_trainer, start6(), quillon_trainer_learn(state, r, 1, 0));
  CHECK_STATE(quillon_trainer, start6(), quillon_trainer_classify(state, r, &event));
  CHECK_STATE(quillon_trainer, start6(), quillon_trainer_undo(state));
  CHECK_STATE(quillon_trainer, start6(), quillon_trainer_weights(state, NULL, 0));
  CHECK_STATE(quillon_trainer, start6(), quillon_trainer_set_weights(state, weights, 1));
  CHECK(quillon_trainer_init(t, sizeof *t, NULL) == QUILLON_ERROR_NULL);
  CHECK(quillon_trainer_init(t, sizeof *t, r) == QUILLON_OK);
  CHECK(quillon_trainer_learn(t, r, 1, 0) == QUILLON_ERROR_ABSENT);
  CHECK(quillon_trainer_undo(t) == QUILLON_ERROR_ABSENT);
  CHECK(quillon_trainer_classify(t, r, NULL) == QUILLON_ERROR_NULL);

  CHECK(write_letter(r, &time, &event) == QUILLON_EVENT);
  first = event;
  CHECK(quillon_trainer_classify(t, r, &event) == QUILLON_OK);
  CHECK(event.label == first.label && event.score == first.score && event.margin == first.margin);
  CHECK(quillon_trainer_learn(t, r, 26, 0) == QUILLON_ERROR_ARGUMENT);
  CHECK(quillon_trainer_learn(t, r, -1, 0) == QUILLON_ERROR_ARGUMENT);
  CHECK(quillon_trainer_learn(t, r, 'V' - 'A', -1) == QUILLON_ERROR_ARGUMENT);
  CHECK(quillon_trainer_learn(t, r, 'V' - 'A', 0) == QUILLON_EVENT);
  CHECK(quillon_trainer_classify(t, r, &event) == QUILLON_OK && event.label == 'V' - 'A');
  int32_t count = quillon_trainer_weights(t, NULL, 0);
  CHECK(count > 1000 && count <= 2048);
  CHECK(quillon_trainer_weights(t, weights, (uint32_t)count - 1) == QUILLON_ERROR_SIZE);
  CHECK(quillon_trainer_weights(t, NULL, (uint32_t)count) == QUILLON_ERROR_NULL);
  CHECK(quillon_trainer_weights(t, weights, 2048) == count);
  CHECK(quillon_trainer_undo(t) == QUILLON_OK);
  CHECK(quillon_trainer_undo(t) == QUILLON_ERROR_ABSENT);
  CHECK(quillon_trainer_classify(t, r, &event) == QUILLON_OK && event.margin == first.margin);
  CHECK(quillon_trainer_set_weights(t, NULL, (uint32_t)count) == QUILLON_ERROR_NULL);
  CHECK(quillon_trainer_set_weights(t, weights, (uint32_t)count + 1) == QUILLON_ERROR_SIZE);
  CHECK(quillon_trainer_set_weights(t, weights, (uint32_t)count) == QUILLON_OK);
  CHECK(quillon_trainer_classify(t, r, &event) == QUILLON_OK && event.label == 'V' - 'A');

  model = quillon_model_air(&size);
  quillon_recognizer_init(r, sizeof *r, model, size);
  CHECK(quillon_trainer_learn(t, r, 1, 0) == QUILLON_ERROR_MODEL);
}

static void test_receivers(void) {
#define FORMAT(name) quillon_receiver_init_##name,
  int32_t (*const formats[])(quillon_receiver *, uint32_t) = {FORMATS(FORMAT)};
  quillon_receiver *receiver = (quillon_receiver *)room.state;
  quillon_sample sample;
  char line[64];
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    fill(0xA5);
    CHECK(formats[i](NULL, sizeof *receiver) == QUILLON_ERROR_NULL);
    CHECK(formats[i](receiver, 64) == QUILLON_ERROR_SIZE);
    CHECK(formats[i]((quillon_receiver *)(void *)((char *)room.state + 4), sizeof *receiver) == QUILLON_ERROR_ALIGNMENT);
    CHECK(is_filled(0xA5));
    CHECK(formats[i](receiver, sizeof *receiver) == QUILLON_OK);
    CHECK(quillon_receiver_push(receiver, 0, NULL) == QUILLON_ERROR_NULL);
    uint32_t noise = 1;
    for (int k = 0; k < 2000; k++) {
      noise = noise * 1664525u + 1013904223u;
      CHECK(quillon_receiver_push(receiver, (uint8_t)(noise >> 24), &sample) >= QUILLON_OK);
    }
    CHECK(is_fence_whole(0xA5));
  }
  CHECK_STATE(quillon_receiver, start6(), quillon_receiver_push(state, 0, &sample));

  int found = 0;
  quillon_receiver_init_csv(receiver, sizeof *receiver);
  for (int i = 0; i < 300; i++) {
    int length = snprintf(line, sizeof line, "%d,0.01,0.02,9.81,0.1,0.2,0.3\n", i * 10);
    for (int k = 0; k < length; k++)
      if (quillon_receiver_push(receiver, (uint8_t)line[k], &sample) == QUILLON_EVENT) found++;
  }
  CHECK(found > 40);
  CHECK(sample.has == QUILLON_HAS_RATE && sample.force.z > 82000000);
}

static void test_floats(void) {
  quillon_force force = quillon_force_from_ms2(1.0f, -2.5f, 300.0f);
  CHECK(force.x == 1 << 23 && force.y == -5 * (1 << 22) && force.z == INT32_MAX);
  CHECK(quillon_force_from_ms2(0.0f / (force.x == 0 ? 1.0f : 0.0f), 0, -1e9f).x == 0);
  CHECK(quillon_force_from_ms2(0, 0, -1e9f).z == INT32_MIN);
  CHECK(quillon_fixed_from_float(0.5f, 1.0f) == 1 && quillon_fixed_from_float(-0.5f, 1.0f) == -1);
  CHECK(quillon_fixed_from_float(0.49999997f, 1.0f) == 0 && quillon_fixed_from_float(8388607.5f, 1.0f) == 8388608);
  CHECK(quillon_fixed_from_float(8388609.0f, 1.0f) == 8388609);
  CHECK(quillon_rate_from_rads(1, 0, -1).z == -(1 << 25));
  CHECK(quillon_rate_from_dps(180, 0, 0).x > 105414300 && quillon_rate_from_dps(180, 0, 0).x < 105414400);
  CHECK(quillon_force_from_g(0, 0, 1).z > 82264100 && quillon_force_from_g(0, 0, 1).z < 82264200);
  CHECK(quillon_field_from_ut(1, 0, 0).x == 1 << 19);
  CHECK(quillon_ms2(1 << 23) == 1.0f && quillon_unit(1 << 30) == 1.0f && quillon_score(4096) == 1.0f);
  CHECK(quillon_degrees(843314857) > 89.999f && quillon_degrees(843314857) < 90.001f);
  CHECK(quillon_rads(-(1 << 25)) == -1.0f && quillon_dps(105414357) > 179.999f && quillon_dps(105414357) < 180.001f);
  CHECK(quillon_ut(1 << 19) == 1.0f && quillon_heading_degrees(1u << 30) == 90.0f && quillon_heading_degrees(3u << 30) == 270.0f);
  CHECK(quillon_heading_degrees(0xFFFFFFFFu) < 360.0f);
}

static void test_texts(void) {
  quillon_event event;
  memset(&event, 0, sizeof event);
  CHECK(strcmp(quillon_error_text(QUILLON_OK), "no error") == 0 && strcmp(quillon_error_text(-8), "unknown error") == 0);
  for (int32_t error = QUILLON_ERROR_ABSENT; error < 0; error++) {
    CHECK(strcmp(quillon_error_text(error), "unknown error") != 0);
    for (int32_t other = error + 1; other <= 0; other++) CHECK(strcmp(quillon_error_text(error), quillon_error_text(other)) != 0);
  }
  CHECK(quillon_reason_text(&event)[0] == 0);
  event.kind = QUILLON_REJECTION;
  CHECK(strcmp(quillon_reason_text(&event), "duration") == 0);
  event.reason = QUILLON_GATE_FLATNESS;
  CHECK(strcmp(quillon_reason_text(&event), "flatness") == 0);
  event.reason++;
  CHECK(strcmp(quillon_reason_text(&event), "unknown") == 0);
  event.kind = QUILLON_ABANDONMENT;
  event.reason = QUILLON_ABANDONED_NOT_CONVERGED;
  CHECK(strcmp(quillon_reason_text(&event), "not converged") == 0);
}

int main(void) {
  test_results();
  test_rotations();
  test_calibration();
  test_calibrator();
  test_fusion6();
  test_fusion9();
  test_models();
  test_recognizer();
  test_trainer();
  test_receivers();
  test_floats();
  test_texts();
  printf("%u checks, %u failures\n", checks, failures);
  return failures != 0;
}
