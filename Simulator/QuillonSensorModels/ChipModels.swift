// This file is also available under the MIT license.

/// The chips by the names that commands use.
public enum ChipModels {
  /// All names.
  public static let names = registerNames + ["bno08x"]

  /// Those of chips with registers, which one firmware reads.
  public static let registerNames = [
    "mpu6050", "mpu6500", "mpu9250", "mpu6886", "lsm6dsox", "ism330dhcx", "lsm6ds3trc", "icm20948",
    "bmi270",
    "lsm9ds1", "icm42688", "icm42686", "bmi160", "lsm6dsv16x", "qmi8658",
    "icm42670", "bno055",
  ]

  /// A configuration that stands in for Bosch's where neither chip nor firmware is real: 328 bytes, none of them Bosch's.
  public static let testConfiguration: [UInt8] = (0..<328).map {
    UInt8(truncatingIfNeeded: $0 * 37 + 11)
  }

  /// The chip of that name at its usual address; nil if there is none.
  public static func make(_ name: String, motion: @escaping ChipModel.Motion) -> ChipModel? {
    switch name {
    case "mpu6050": MPU6050Model(motion: motion)
    case "mpu6500": MPU6050Model(identity: 0x70, motion: motion)
    case "mpu9250": MPU6050Model(identity: 0x71, motion: motion)
    case "mpu6886": MPU6050Model(identity: 0x19, motion: motion)
    case "lsm6dsox": LSM6DSOXModel(address: 0x6A, motion: motion)
    case "ism330dhcx": LSM6DSOXModel(identity: 0x6B, address: 0x6A, motion: motion)
    case "lsm6ds3trc": LSM6DS3TRCModel(address: 0x6A, motion: motion)
    case "icm20948": ICM20948Model(address: 0x68, motion: motion)
    case "bmi270": BMI270Model(configuration: testConfiguration, motion: motion)
    case "lsm9ds1": LSM9DS1Model(address: 0x6B, motion: motion)
    case "icm42688": ICM42688Model(motion: motion)
    case "icm42686": ICM42688Model(identity: 0x44, motion: motion)
    case "bmi160": BMI160Model(address: 0x68, motion: motion)
    case "lsm6dsv16x": LSM6DSV16XModel(address: 0x6A, motion: motion)
    case "qmi8658": QMI8658Model(address: 0x6B, motion: motion)
    case "icm42670": ICM42670Model(motion: motion)
    case "bno055": BNO055Model(address: 0x28, motion: motion)
    case "bno08x": BNO08xModel(address: 0x4A, motion: motion)
    default: nil
    }
  }
}
