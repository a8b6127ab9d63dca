import QuillonSensorModels
import QuillonSensors
import Testing

/// Every register that a driver writes, from the first one on, with the source of the address and of the value. Written down here a
/// second time, so that a change of a driver shows.
@Suite struct SetUpTests {
  typealias Row = (register: UInt8, value: UInt8, source: String)

  private static let mpu: [Row] = [
    (0x6B, 0x80, "MPU6050.h: RA_PWR_MGMT_1, PWR1_DEVICE_RESET_BIT 7"),
    (0x6B, 0x01, "MPU6050.h: CLKSEL, PLL with the x gyroscope"),
    (0x6C, 0x00, "MPU6050.h: RA_PWR_MGMT_2, nothing in standby"),
    (0x6A, 0x00, "MPU6050.h: RA_USER_CTRL"),
    (
      0x37, 0x00,
      "MPU6050.h: RA_INT_PIN_CFG, INTMODE_ACTIVEHIGH, INTDRV_PUSHPULL, INTLATCH_50USPULSE"
    ),
    (0x69, 0x00, "MPU6050.h: RA_MOT_DETECT_CTRL; inv_mpu_iio.h: MPU6500_REG_ACCEL_INTEL_CTRL"),
    (0x1D, 0x03, "inv_mpu_iio.h: MPU6500_REG_ACCEL_CONFIG_2; MPU6050.h: RA_FF_THR"),
    (0x1A, 0x03, "MPU6050.h: RA_CONFIG, DLPF_BW_42"),
    (0x19, 0x09, "MPU6050.h: RA_SMPLRT_DIV, 1 kHz / 10"),
    (0x1B, 0x18, "MPU6050.h: RA_GYRO_CONFIG, GYRO_FS_2000 in GCONFIG_FS_SEL_BIT 4…3"),
    (0x1C, 0x10, "MPU6050.h: RA_ACCEL_CONFIG, ACCEL_FS_8 in ACONFIG_AFS_SEL_BIT 4…3"),
    (0x23, 0x78, "inv_mpu_iio.h: REG_FIFO_EN, BITS_GYRO_OUT 70, BIT_ACCEL_OUT 08"),
    (0x6A, 0x04, "inv_mpu_iio.h: REG_USER_CTRL, BIT_FIFO_RST"),
    (0x6A, 0x40, "inv_mpu_iio.h: BIT_FIFO_EN"),
    (0x38, 0x01, "inv_mpu_iio.h: REG_INT_ENABLE, BIT_DATA_RDY_EN"),
  ]

  private static let lsm6Reset: Row = (0x12, 0x01, "lsm6dsox_reg.h: CTRL3_C, sw_reset")

  private static let lsm6: [Row] = [
    (0x14, 0x00, "lsm6dsox_reg.h: CTRL5_C"),
    (0x12, 0x44, "lsm6dsox_reg.h: CTRL3_C, bdu, if_inc"),
    (0x10, 0x4C, "lsm6dsox_reg.h: CTRL1_XL, odr_xl 4 (104 Hz), fs_xl 3 (8 g)"),
    (0x11, 0x4C, "lsm6dsox_reg.h: CTRL2_G, odr_g 4 (104 Hz), fs_g 6 (2000°/s)"),
  ]

  private static let lsm6dsox: [Row] =
    [
      (0x0D, 0x00, "lsm6dsox_reg.h: INT1_CTRL, nothing"),
      (0x18, 0xE2, "lsm6dsox_reg.h: CTRL9_XL, i3c_disable, den_x, den_y, den_z"), lsm6Reset,
      (0x18, 0xE2, "the same"),
    ] + lsm6 + [
      (0x0A, 0x00, "lsm6dsox_reg.h: FIFO_CTRL4, fifo_mode 0 (bypass)"),
      (0x07, 0x02, "lsm6dsox_reg.h: FIFO_CTRL1, wtm"),
      (0x08, 0x00, "lsm6dsox_reg.h: FIFO_CTRL2"),
      (0x09, 0x44, "lsm6dsox_reg.h: FIFO_CTRL3, bdr_gy 4, bdr_xl 4 (104 Hz)"),
      (0x0A, 0x06, "lsm6dsox_reg.h: fifo_mode 6 (stream)"),
      (0x0D, 0x08, "lsm6dsox_reg.h: INT1_CTRL, int1_fifo_th"),
    ]

  private static let icm42688: [Row] = [
    (0x76, 0x00, "inv_icm42600.h: REG_BANK_SEL"),
    (0x11, 0x01, "inv_icm42600.h: REG_DEVICE_CONFIG, SOFT_RESET"),
    (
      0x4C, 0x32, "inv_icm42600.h: REG_INTF_CONFIG0, FIFO_COUNT_ENDIAN, SENSOR_DATA_ENDIAN, SPI_DIS"
    ),
    (0x70, 0x00, "icm4268x_reg.h: REG_SELF_TEST_CONFIG"),
    (0x14, 0x03, "inv_icm42600.h: REG_INT_CONFIG, INT1_PUSH_PULL, INT1_ACTIVE_HIGH"),
    (0x64, 0x00, "inv_icm42600.h: REG_INT_CONFIG1, ASYNC_RESET cleared"),
    (0x4D, 0x51, "icm4268x_common.c: 91; ArduPilot#25332: 40 in bits 7…6"),
    (0x4F, 0x08, "inv_icm42600.h: REG_GYRO_CONFIG0, FS_2000DPS 0, ODR_100HZ 8"),
    (0x50, 0x28, "inv_icm42600.h: REG_ACCEL_CONFIG0, FS_8G 1, ODR_100HZ 8"),
    (0x52, 0x00, "inv_icm42600.h: REG_GYRO_ACCEL_CONFIG0, FILTER_BW_ODR_DIV_2"),
    (0x4E, 0x0F, "inv_icm42600.h: REG_PWR_MGMT0, LOW_NOISE 3 of both, no TEMP_DIS"),
    (0x65, 0x00, "inv_icm42600.h: REG_INT_SOURCE0, off while the threshold changes"),
    (0x16, 0x00, "inv_icm42600.h: REG_FIFO_CONFIG, BYPASS"),
    (
      0x5F, 0x67,
      "inv_icm42600.h: REG_FIFO_CONFIG1, RESUME_PARTIAL_RD, WM_GT_TH, TEMP_EN, GYRO_EN, ACCEL_EN"
    ),
    (0x60, 0x10, "inv_icm42600.h: REG_FIFO_WATERMARK, little-endian, bytes"),
    (0x61, 0x00, "the upper byte"),
    (0x65, 0x04, "inv_icm42600.h: INT_SOURCE0, FIFO_THS_INT1_EN"),
    (0x4B, 0x02, "inv_icm42600.h: REG_SIGNAL_PATH_RESET, FIFO_FLUSH"),
    (0x16, 0x40, "inv_icm42600.h: REG_FIFO_CONFIG, STREAM"),
  ]

  private static let lists: [String: [Row]] = [
    "mpu6050": mpu, "mpu6500": mpu,
    "mpu9250": mpu + [(0x37, 0x02, "AP_InertialSensor_Invensense_registers.h: BIT_BYPASS_EN")],
    "mpu6886": mpu.map {
      $0.register == 0x23
        ? (
          0x23, 0x18,
          "MPU6886.cpp: MPU6886_FIFO_EN, enableFIFO; linux: BIT_ACCEL_OUT, BIT_GYRO_OUT 10"
        )
        : $0
    },
    "lsm6dsox": lsm6dsox,
    // ism330dhcx_reg.h has the same names and bits, and device_conf for i3c_disable.
    "ism330dhcx": lsm6dsox,
    "lsm6ds3trc": [lsm6Reset] + lsm6 + [
      (0x0A, 0x00, "lsm6ds3tr-c_reg.h: FIFO_CTRL5, fifo_mode 0 (bypass)"),
      (0x06, 0x06, "lsm6ds3tr-c_reg.h: FIFO_CTRL1, fth"),
      (0x07, 0x00, "lsm6ds3tr-c_reg.h: FIFO_CTRL2"),
      (0x08, 0x09, "lsm6ds3tr-c_reg.h: FIFO_CTRL3, dec_fifo_gyro 1, dec_fifo_xl 1"),
      (0x09, 0x00, "lsm6ds3tr-c_reg.h: FIFO_CTRL4"),
      (0x0A, 0x26, "lsm6ds3tr-c_reg.h: FIFO_CTRL5, odr_fifo 4 (104 Hz), fifo_mode 6"),
      (0x0D, 0x08, "lsm6ds3tr-c_reg.h: INT1_CTRL, int1_fth"),
    ],
    "icm20948": [
      (0x7F, 0x00, "ICM_20948_REGISTERS.h: REG_BANK_SEL, bank 0"),
      (0x06, 0x80, "ICM_20948_REGISTERS.h: AGB0 PWR_MGMT_1, DEVICE_RESET"),
      (0x7F, 0x00, "bank 0"),
      (0x06, 0x01, "ICM_20948_REGISTERS.h: PWR_MGMT_1, CLKSEL 1"),
      (0x05, 0x00, "ICM_20948_REGISTERS.h: AGB0 LP_CONFIG"),
      (0x07, 0x00, "ICM_20948_REGISTERS.h: AGB0 PWR_MGMT_2"),
      (0x10, 0x00, "ICM_20948_REGISTERS.h: AGB0 INT_ENABLE"),
      (0x0F, 0x00, "ICM_20948_REGISTERS.h: AGB0 INT_PIN_CONFIG"),
      (0x7F, 0x20, "ICM_20948_C.c: set_bank, bank << 4: bank 2"),
      (0x00, 0x0A, "ICM_20948_REGISTERS.h: AGB2 GYRO_SMPLRT_DIV"),
      (0x01, 0x1F, "ICM_20948_REGISTERS.h: AGB2 GYRO_CONFIG_1, FCHOICE, FS_SEL 3, DLPFCFG 3"),
      (0x02, 0x00, "ICM_20948_REGISTERS.h: AGB2 GYRO_CONFIG_2"),
      (0x09, 0x01, "ICM_20948_REGISTERS.h: AGB2 ODR_ALIGN_EN"),
      (0x10, 0x00, "ICM_20948_REGISTERS.h: AGB2 ACCEL_SMPLRT_DIV_1"),
      (0x11, 0x0A, "ICM_20948_REGISTERS.h: AGB2 ACCEL_SMPLRT_DIV_2"),
      (0x12, 0x00, "ICM_20948_REGISTERS.h: AGB2 ACCEL_INTEL_CTRL"),
      (0x14, 0x1D, "ICM_20948_REGISTERS.h: AGB2 ACCEL_CONFIG, FCHOICE, FS_SEL 2, DLPFCFG 3"),
      (0x15, 0x00, "ICM_20948_REGISTERS.h: AGB2 ACCEL_CONFIG_2"),
      (0x7F, 0x00, "bank 0"),
      (0x03, 0x00, "ICM_20948_REGISTERS.h: AGB0 USER_CTRL"),
      (0x66, 0x00, "ICM_20948_REGISTERS.h: AGB0 FIFO_EN_1"),
      (0x67, 0x1E, "ICM_20948_REGISTERS.h: FIFO_EN_2, ACCEL 10, GYRO 0E"),
      (0x69, 0x00, "ICM_20948_REGISTERS.h: AGB0 FIFO_MODE"),
      (0x68, 0x1F, "ICM_20948_REGISTERS.h: AGB0 FIFO_RST"),
      (0x68, 0x00, "AGB0 FIFO_RST, released"),
      (0x03, 0x40, "ICM_20948_REGISTERS.h: USER_CTRL, FIFO_EN"),
      (0x11, 0x01, "ICM_20948_REGISTERS.h: AGB0 INT_ENABLE_1, RAW_DATA_0_RDY_EN"),
      (0x0F, 0x02, "ICM_20948_REGISTERS.h: AGB0 INT_PIN_CONFIG, BYPASS_EN"),
    ],
    "bmi270": [
      (0x7E, 0xB6, "bmi2_defs.h: CMD_REG_ADDR, SOFT_RESET_CMD"),
      (0x7C, 0x00, "bmi2_defs.h: PWR_CONF_ADDR, ADV_POW_EN 0"),
      (0x59, 0x00, "bmi2_defs.h: INIT_CTRL_ADDR"),
    ]
      + (0..<11).flatMap { chunk -> [Row] in
        [
          (0x5B, UInt8(chunk * 16 & 0xF), "bmi2_defs.h: INIT_ADDR_0, bits 3…0 of the word"),
          (0x5C, UInt8(chunk), "bmi2_defs.h: INIT_ADDR_1, bits 11…4 of the word"),
        ]
      } + [
        (0x59, 0x01, "bmi2_defs.h: INIT_CTRL_ADDR, CONF_LOAD_EN"),
        (0x6D, 0x00, "bmi2_defs.h: ACC_SELF_TEST_ADDR"),
        (0x40, 0xA8, "bmi2_defs.h: ACC_CONF_ADDR, ODR_100HZ, NORMAL_AVG4, FILTER_PERF"),
        (0x41, 0x02, "bmi2_defs.h: ACC_RANGE_8G"),
        (0x42, 0xE8, "bmi2_defs.h: GYR_CONF_ADDR, 100 Hz, normal, noise and filter"),
        (0x43, 0x00, "bmi2_defs.h: GYR_RANGE_2000"),
        (0x7D, 0x0E, "bmi2_defs.h: PWR_CTRL_ADDR, GYR_EN, ACC_EN, TEMP_EN"),
        (0x49, 0x00, "bmi2_defs.h: FIFO_CONFIG_1_ADDR"),
        (0x45, 0x88, "bmi2_defs.h: FIFO_DOWNS_ADDR, filtered data"),
        (0x46, 0x0C, "bmi2_defs.h: FIFO_WTM_0_ADDR, 12 bytes"),
        (0x47, 0x00, "bmi2_defs.h: FIFO_WTM_1_ADDR"),
        (0x48, 0x00, "bmi2_defs.h: FIFO_CONFIG_0_ADDR"),
        (0x7E, 0xB0, "bmi2_defs.h: FIFO_FLUSH_CMD"),
        (0x53, 0x0A, "bmi2_defs.h: INT1_IO_CTRL_ADDR, output, active high"),
        (0x55, 0x00, "bmi2_defs.h: INT_LATCH"),
        (0x58, 0x02, "bmi2_defs.h: INT_MAP_DATA_ADDR, FWM on pin 1"),
        (0x49, 0xC0, "bmi2_defs.h: FIFO_GYR_EN 8000, FIFO_ACC_EN 4000, no FIFO_HEADER_EN"),
      ],
    "icm42688": icm42688,
    // FS_SEL begins with 32 g and 4000°/s (inv_icm42600.h: INV_ICM42686_ACCEL_FS_32G, INV_ICM42686_GYRO_FS_4000DPS).
    "icm42686": icm42688.map {
      $0.register == 0x4F
        ? (0x4F, 0x28, "inv_icm42600.h: INV_ICM42686_GYRO_FS_2000DPS 1")
        : $0.register == 0x50
          ? (0x50, 0x48, "inv_icm42600.h: INV_ICM42686_ACCEL_FS_8G 2") : $0
    },
    "bmi160": [
      (0x7E, 0xB6, "bmi160_defs.h: COMMAND_REG_ADDR, SOFT_RESET_CMD"),
      (0x47, 0x00, "bmi160_defs.h: FIFO_CONFIG_1_ADDR; lost with SPI, as the dummy read of 7F"),
      (0x7E, 0x11, "bmi160_defs.h: ACCEL_NORMAL_MODE"),
      (0x7E, 0x15, "bmi160_defs.h: GYRO_NORMAL_MODE"),
      (0x6D, 0x00, "bmi160_defs.h: SELF_TEST_ADDR"),
      (0x40, 0x28, "bmi160_defs.h: ACCEL_CONFIG_ADDR, BW_NORMAL_AVG4 2 in bits 6…4, ODR_100HZ 8"),
      (0x41, 0x08, "bmi160_defs.h: ACCEL_RANGE_8G"),
      (0x42, 0x28, "bmi160_defs.h: GYRO_CONFIG_ADDR, BW_NORMAL_MODE 2 in bits 5…4, ODR_100HZ 8"),
      (0x43, 0x00, "bmi160_defs.h: GYRO_RANGE_2000_DPS"),
      (0x47, 0x00, "bmi160_defs.h: FIFO_CONFIG_1_ADDR"),
      (0x45, 0x88, "bmi160_defs.h: FIFO_DOWN_ADDR, ACCEL_FIFO_FILT_EN, GYRO_FIFO_FILT_EN"),
      (0x46, 0x03, "bmi160.h: bmi160_set_fifo_wm, units of 4 bytes"),
      (0x53, 0x0A, "bmi160_defs.h: INT1_OUTPUT_EN 08, INT1_OUTPUT_TYPE 02 (active high)"),
      (0x54, 0x00, "bmi160_defs.h: INT_LATCH_ADDR, LATCH_DUR_NONE"),
      (0x56, 0x40, "bmi160_defs.h: INT_MAP_1_ADDR, INT1_FIFO_WM"),
      (0x51, 0x60, "bmi160_defs.h: INT_ENABLE_1_ADDR, FIFO_WATERMARK 40, FIFO_FULL 20"),
      (0x7E, 0xB0, "bmi160_defs.h: FIFO_FLUSH_VALUE"),
      (0x47, 0xC0, "bmi160_defs.h: FIFO_G_A_ENABLE, no FIFO_HEAD_ENABLE"),
    ],
    "lsm6dsv16x": [
      (0x01, 0x04, "lsm6dsv16x_reg.c: lsm6dsv16x_sw_por, FUNC_CFG_ACCESS, sw_por"),
      (0x03, 0x00, "lsm6dsv16x_reg.h: IF_CFG"),
      (0x19, 0x00, "lsm6dsv16x_reg.h: CTRL10"),
      (0x12, 0x44, "lsm6dsv16x_reg.h: CTRL3, bdu, if_inc"),
      (0x62, 0x02, "lsm6dsv16x_reg.h: HAODR_CFG, ODR_HA02_AT_100Hz 26: haodr_sel 2"),
      (0x17, 0x02, "lsm6dsv16x_reg.h: CTRL8, fs_xl 2 (8g)"),
      (0x15, 0x04, "lsm6dsv16x_reg.h: CTRL6, fs_g 4 (2000dps)"),
      (0x10, 0x16, "lsm6dsv16x_reg.h: CTRL1, op_mode_xl 1 (HIGH_ACCURACY_ODR_MD), odr_xl 6"),
      (0x11, 0x16, "lsm6dsv16x_reg.h: CTRL2, op_mode_g 1 (HIGH_ACCURACY_ODR_MD), odr_g 6"),
      (0x0A, 0x00, "lsm6dsv16x_reg.h: FIFO_CTRL4, BYPASS_MODE"),
      (0x07, 0x02, "lsm6dsv16x_reg.h: FIFO_CTRL1, wtm"),
      (0x08, 0x00, "lsm6dsv16x_reg.h: FIFO_CTRL2"),
      (0x09, 0x66, "lsm6dsv16x_reg.h: FIFO_CTRL3, bdr_gy 6, bdr_xl 6"),
      (0x0A, 0x06, "lsm6dsv16x_reg.h: FIFO_CTRL4, STREAM_MODE"),
      (0x0D, 0x08, "lsm6dsv16x_reg.h: INT1_CTRL, int1_fifo_th"),
    ],
    "qmi8658": [
      (0x60, 0xB0, "data sheet, 5.9: RESET"),
      (0x02, 0x4C, "data sheet, table 22: CTRL1, ADDR_AI, INT1_EN, FIFO_INT_SEL, not BE"),
      (0x09, 0x80, "data sheet, table 22: CTRL8, CTRL9_HandShake_Type"),
      (0x03, 0x26, "data sheet, table 22: CTRL2, aFS 2 (8 g), aODR 6 (112.1 Hz)"),
      (0x04, 0x76, "data sheet, table 22: CTRL3, gFS 7 (2048 dps), gODR 6 (112.1 Hz)"),
      (0x06, 0x00, "data sheet, table 22: CTRL5, no filters"),
      (0x08, 0x03, "data sheet, table 22: CTRL7, gEN, aEN"),
      (0x14, 0x00, "data sheet, table 23: FIFO_CTRL, FIFO_MODE 0 (bypass)"),
      (0x0A, 0x00, "data sheet, table 28: CTRL9, CTRL_CMD_ACK"),
      (0x0A, 0x04, "data sheet, table 28: CTRL_CMD_RST_FIFO"),
      (0x0A, 0x00, "data sheet, table 28: CTRL_CMD_ACK"),
      (0x13, 0x01, "data sheet, table 23: FIFO_WTM_TH, a sample"),
      (0x14, 0x0E, "data sheet, table 23: FIFO_CTRL, FIFO_SIZE 3 (128), FIFO_MODE 2 (stream)"),
    ],
    "icm42670": [
      (0x7C, 0x00, "inv_imu_regmap_rev_a.h: BLK_SEL_R"),
      (0x79, 0x00, "inv_imu_regmap_rev_a.h: BLK_SEL_W"),
      (0x02, 0x10, "inv_imu_regmap_rev_a.h: SIGNAL_PATH_RESET, SOFT_RESET_DEVICE_CONFIG"),
      (0x35, 0x30, "inv_imu_regmap_rev_a.h: INTF_CONFIG0, FIFO_COUNT_ENDIAN, SENSOR_DATA_ENDIAN"),
      (0x06, 0x03, "inv_imu_regmap_rev_a.h: INT_CONFIG, INT1 push-pull, active high, pulsed"),
      (0x20, 0x09, "inv_imu_defs.h: GYRO_CONFIG0_FS_SEL_2000dps 0, GYRO_CONFIG0_ODR_100_HZ 9"),
      (0x21, 0x29, "inv_imu_defs.h: ACCEL_CONFIG0_FS_SEL_8g 1, ACCEL_CONFIG0_ODR_100_HZ 9"),
      (0x23, 0x04, "inv_imu_defs.h: GYRO_CONFIG1_GYRO_FILT_BW_53"),
      (0x24, 0x04, "inv_imu_defs.h: ACCEL_CONFIG1_ACCEL_FILT_BW_53"),
      (0x1F, 0x0F, "inv_imu_defs.h: PWR_MGMT0_GYRO_MODE_LN, PWR_MGMT0_ACCEL_MODE_LN"),
      (0x2B, 0x00, "inv_imu_regmap_rev_a.h: INT_SOURCE0"),
      (0x28, 0x01, "inv_imu_defs.h: FIFO_CONFIG1_FIFO_BYPASS_ON"),
      (0x02, 0x04, "inv_imu_regmap_rev_a.h: SIGNAL_PATH_RESET, FIFO_FLUSH"),
      (0x7A, 0x00, "inv_imu_regmap_rev_a.h: MADDR_W; TMST_CONFIG1_MREG1"),
      (0x7B, 0x09, "inv_imu_defs.h: M_W; TMST_CONFIG1_RESOL_16us, TMST_CONFIG1_TMST_EN"),
      (0x7A, 0x01, "inv_imu_regmap_rev_a.h: MADDR_W; FIFO_CONFIG5_MREG1"),
      (0x7B, 0x27, "inv_imu_defs.h: M_W; WM_GT_TH_EN, TMST_FSYNC_EN, GYRO_EN, ACCEL_EN"),
      (0x29, 0x10, "inv_imu_regmap_rev_a.h: FIFO_CONFIG2, 16 bytes"),
      (0x2A, 0x00, "inv_imu_regmap_rev_a.h: FIFO_CONFIG3"),
      (0x2B, 0x04, "inv_imu_regmap_rev_a.h: INT_SOURCE0, FIFO_THS_INT1_EN"),
      (0x28, 0x02, "inv_imu_defs.h: FIFO_CONFIG1_FIFO_MODE_SNAPSHOT, FIFO_BYPASS_OFF"),
    ],
    "bno055": [
      (0x07, 0x00, "bno055.h: BNO055_PAGE_ID_ADDR"),
      (0x3D, 0x00, "bno055.h: BNO055_OPR_MODE_ADDR, OPERATION_MODE_CONFIG"),
      (0x3E, 0x00, "bno055.h: BNO055_PWR_MODE_ADDR, POWER_MODE_NORMAL"),
      (0x3B, 0x01, "bno055.h: BNO055_UNIT_SEL_ADDR, ACCEL_UNIT_MG, GYRO_UNIT_DPS"),
      (0x41, 0x24, "Adafruit_BNO055.h: AXIS_MAP_CONFIG, REMAP_CONFIG_P1"),
      (0x42, 0x00, "Adafruit_BNO055.h: AXIS_MAP_SIGN, REMAP_SIGN_P1"),
      (0x07, 0x01, "page 1"),
      (0x08, 0x0E, "bno055.h: ACCEL_CONFIG_ADDR, ACCEL_BW_62_5HZ 3, ACCEL_RANGE_8G 2"),
      (0x0A, 0x18, "bno055.h: GYRO_CONFIG_ADDR, GYRO_BW_47HZ 3, GYRO_RANGE_2000DPS 0"),
      (0x0B, 0x00, "bno055.h: GYRO_MODE_CONFIG_ADDR, normal"),
      (0x07, 0x00, "page 0"),
      (0x3D, 0x05, "bno055.h: OPERATION_MODE_ACCGYRO"),
    ],
    "lsm9ds1": [
      (0x22, 0x05, "lsm9ds1_reg.h: CTRL_REG8, sw_reset, if_add_inc"),
      (0x22, 0x44, "lsm9ds1_reg.h: CTRL_REG8, bdu, if_add_inc"),
      (0x06, 0x00, "lsm9ds1_reg.h: INT_GEN_CFG_XL"),
      (0x21, 0x00, "lsm9ds1_reg.h: CTRL_REG7_XL"),
      (0x24, 0x00, "lsm9ds1_reg.h: CTRL_REG10"),
      (0x20, 0x78, "lsm9ds1_reg.h: CTRL_REG6_XL, odr_xl 3 (119 Hz), fs_xl 3 (8 g)"),
      (0x10, 0x78, "lsm9ds1_reg.h: CTRL_REG1_G, odr_g 3 (119 Hz), fs_g 3 (2000°/s)"),
      (0x2E, 0x00, "lsm9ds1_reg.h: FIFO_CTRL, fmode 0 (bypass)"),
      (0x23, 0x02, "lsm9ds1_reg.h: CTRL_REG9, fifo_en"),
      (0x2E, 0xC1, "lsm9ds1_reg.h: FIFO_CTRL, fmode 6 (stream), fth 1"),
      (0x0C, 0x08, "lsm9ds1_reg.h: INT1_CTRL, int1_fth"),
    ],
  ]

  @Test(arguments: ChipModels.registerNames)
  func everyWriteOfTheSetUpIsInTheList(_ name: String) throws {
    var bench = Bench(name)
    bench.run(until: 0.5)
    // The bytes of the configuration are compared by the model.
    let written = bench.model.writes.filter { name != "bmi270" || $0.register != 0x5E }
    let list = try #require(Self.lists[name])
    // The FIFO of a QMI8658 is asked for by three writes each time.
    #expect(name == "qmi8658" || written.count == list.count, "\(name)")
    for (write, row) in zip(written, list) {
      #expect(write.register == row.register && write.value == row.value, "\(name): \(row.source)")
    }
    #expect(bench.model.violations.isEmpty, "\(bench.model.violations)")
  }

  private static let magnetometers: [String: [Row]] = [
    "mpu9250": [
      (0x0B, 0x01, "inv_mpu_magn.c: INV_MPU9250_MAGN_REG_CNTL2, SRST"),
      (0x0A, 0x1F, "AP_Compass_AK8963.cpp: CNTL1, 16BIT_ADC, FUSE_MODE"),
      (0x0A, 0x00, "AP_Compass_AK8963.cpp: POWERDOWN_MODE"),
      (0x0A, 0x16, "AP_Compass_AK8963.cpp: 16BIT_ADC, CONTINUOUS_MODE2"),
    ],
    "icm20948": [
      (0x32, 0x01, "AP_Compass_AK09916.cpp: REG_CNTL3, soft reset"),
      (0x31, 0x08, "AK09916_ENUMERATIONS.h: CNTL2, mode_cont_100hz"),
    ],
    "lsm9ds1": [
      (0x21, 0x04, "lsm9ds1_reg.h: CTRL_REG2_M, soft_rst"),
      (0x24, 0x40, "lsm9ds1_reg.h: CTRL_REG5_M, bdu"),
      (0x20, 0xFC, "lsm9ds1_reg.h: CTRL_REG1_M, temp_comp, om 3, do 7 (80 Hz)"),
      (0x21, 0x00, "lsm9ds1_reg.h: CTRL_REG2_M, fs 0 (4 G)"),
      (0x23, 0x0C, "lsm9ds1_reg.h: CTRL_REG4_M, omz 3"),
      (0x22, 0x00, "lsm9ds1_reg.h: CTRL_REG3_M, md 0 (continuous)"),
    ],
  ]

  @Test(arguments: ChipModels.registerNames)
  func theMagnetometerIsSetUpAsListed(_ name: String) throws {
    var bench = Bench(name)
    bench.run(until: 1)
    let written = bench.model.magnetometer?.writes ?? []
    let list = Self.magnetometers[name] ?? []
    #expect(written.count == list.count, "\(name)")
    for (write, row) in zip(written, list) {
      #expect(write.register == row.register && write.value == row.value, "\(name): \(row.source)")
    }
  }

  /// Nothing is written to a chip that a driver is not sure of.
  @Test func aSearchWritesNothing() throws {
    for name in ChipModels.registerNames {
      let model = try #require(ChipModels.make(name) { _ in .rest })
      model.faults = [.identity(0x55)]
      var bus = ModelBus(wire: Wire([model]))
      var search = ChipSearch()
      #expect(TestChip.find(on: &bus, &search) == nil)
      #expect(model.writes.isEmpty, "\(name)")
    }
  }
}
