/* The attitude by the sensor API: an accelerometer and gyroscope with the devicetree alias imu0. */
#include <quillon.h>
#include <zephyr/device.h>
#include <zephyr/drivers/sensor.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

static quillon_fusion6 fusion;

int main(void) {
  const struct device *imu = DEVICE_DT_GET(DT_ALIAS(imu0));
  struct sensor_value a[3], g[3];
  int32_t result = quillon_fusion6_init(&fusion, sizeof fusion, NULL);
  for (; result >= QUILLON_OK; k_msleep(10)) {
    if (sensor_sample_fetch(imu) != 0) continue;
    sensor_channel_get(imu, SENSOR_CHAN_ACCEL_XYZ, a);
    sensor_channel_get(imu, SENSOR_CHAN_GYRO_XYZ, g);
    quillon_force force = quillon_force_from_ms2(sensor_value_to_float(&a[0]), sensor_value_to_float(&a[1]), sensor_value_to_float(&a[2]));
    quillon_rate rate = quillon_rate_from_rads(sensor_value_to_float(&g[0]), sensor_value_to_float(&g[1]), sensor_value_to_float(&g[2]));
    quillon_quaternion q;
    uint32_t time = (uint32_t)k_ticks_to_us_floor64(k_uptime_ticks());
    result = quillon_fusion6_push(&fusion, time, &force, &rate);
    if (quillon_fusion6_attitude(&fusion, &q) == QUILLON_OK) printk("%d %d %d %d\n", (int)q.w, (int)q.x, (int)q.y, (int)q.z);
  }
  printk("%s\n", quillon_error_text(result));
  return 1;
}
