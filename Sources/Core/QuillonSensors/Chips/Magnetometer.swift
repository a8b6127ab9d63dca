import QuillonNumerics

/// A magnetometer in the package of a chip. It is a device of its own on I2C. A bus of SPI does not reach it.
///
/// Sources: ArduPilot/ardupilot, AP_Compass_AK8963.cpp and AP_Compass_AK09916.cpp; torvalds/linux, inv_mpu_magn.c;
/// sparkfun/SparkFun_ICM-20948_ArduinoLibrary, AK09916_REGISTERS.h; STMicroelectronics/lsm9ds1-pid, lsm9ds1_reg.h.
public struct Magnetometer: Sendable {
  /// Which one it is.
  enum Kind: UInt8, Sendable {
    /// AKM's AK8963 in an MPU-9250.
    case ak8963
    /// AKM's AK09916 in an ICM-20948.
    case ak09916
    /// That of ST's LSM9DS1.
    case lsm9ds1
  }

  let kind: Kind
  /// The register of the chip that connects the magnetometer to the bus; `.end` if it always is.
  let bypass: RegisterWrite

  /// The greatest field on each axis, µT.
  public var range: UInt16 { kind == .lsm9ds1 ? 400 : 4_912 }

  private enum AK8963 {
    /// ST1, then x, y and z with the lower bytes first, and ST2.
    static let status1: UInt8 = 0x02
    static let control1: UInt8 = 0x0A
    static let control2: UInt8 = 0x0B
    /// ASAX, and y and z after it.
    static let sensitivity: UInt8 = 0x10
    /// CNTL1: 16 bits, the fuse ROM.
    static let fuseROM: UInt8 = 0x1F
    /// CNTL1: 16 bits, 100 Hz.
    static let continuous: UInt8 = 0x16
    /// ST2: BITM, 16 bits.
    static let hasAllBits: UInt8 = 0x10
  }

  private enum AK09916 {
    /// ST1, then x, y and z with the lower bytes first, the temperature, and ST2.
    static let status1: UInt8 = 0x10
    static let control2: UInt8 = 0x31
    static let control3: UInt8 = 0x32
    /// CNTL2: 100 Hz.
    static let continuous: UInt8 = 0x08
  }

  private enum AK {
    /// CNTL2 or CNTL3: SRST.
    static let reset: UInt8 = 0x01
    /// ST1: DRDY.
    static let isReady: UInt8 = 0x01
    /// ST2: HOFL, a field beyond the range.
    static let overflow: UInt8 = 0x08
  }

  private enum LSM9DS1 {
    static let control1: UInt8 = 0x20
    static let control2: UInt8 = 0x21
    static let control3: UInt8 = 0x22
    static let control4: UInt8 = 0x23
    static let control5: UInt8 = 0x24
    /// STATUS_REG_M, then x, y and z. Bit 7 of the address asks for the registers after it, too.
    static let status: UInt8 = 0x27 | 0x80
    /// CTRL_REG2_M: SOFT_RST.
    static let reset: UInt8 = 0x04
    /// CTRL_REG5_M: BDU.
    static let blockUpdate: UInt8 = 0x40
    /// CTRL_REG1_M: TEMP_COMP, OM 3 (least noise), DO 7 (80 Hz).
    static let rate80Hz: UInt8 = 0xFC
    /// CTRL_REG4_M: OMZ 3.
    static let leastNoise: UInt8 = 0x0C
    /// CTRL_REG3_M: MD 3, off.
    static let off: UInt8 = 0x03
    /// STATUS_REG_M: ZYXDA.
    static let isReady: UInt8 = 0x08
  }

  /// Row `index` of the table of the set-up, counted from 0; `.end` after the last one. 40 ms pass between two rows, more
  /// than any reset takes. AKM's change their mode by way of power-down, in which they have to stay for 100 µs. Before row 2 of an AK8963
  /// its fuse ROM is read. An LSM9DS1 at ±4 G counts 14 nT.
  func setUpWrite(_ index: UInt8) -> RegisterWrite {
    switch (kind, index) {
    case (.ak8963, 0): RegisterWrite(AK8963.control2, AK.reset)
    case (.ak8963, 1): RegisterWrite(AK8963.control1, AK8963.fuseROM)
    case (.ak8963, 2): RegisterWrite(AK8963.control1, 0)
    case (.ak8963, 3): RegisterWrite(AK8963.control1, AK8963.continuous)
    case (.ak09916, 0): RegisterWrite(AK09916.control3, AK.reset)
    case (.ak09916, 1): RegisterWrite(AK09916.control2, AK09916.continuous)
    case (.lsm9ds1, 0): RegisterWrite(LSM9DS1.control2, LSM9DS1.reset)
    case (.lsm9ds1, 1): RegisterWrite(LSM9DS1.control5, LSM9DS1.blockUpdate)
    case (.lsm9ds1, 2): RegisterWrite(LSM9DS1.control1, LSM9DS1.rate80Hz)
    case (.lsm9ds1, 3): RegisterWrite(LSM9DS1.control2, 0)
    case (.lsm9ds1, 4): RegisterWrite(LSM9DS1.control4, LSM9DS1.leastNoise)
    case (.lsm9ds1, 5): RegisterWrite(LSM9DS1.control3, 0)
    default: .end
    }
  }

  /// Switches it off.
  var offWrite: RegisterWrite {
    switch kind {
    case .ak8963: RegisterWrite(AK8963.control1, 0)
    case .ak09916: RegisterWrite(AK09916.control2, 0)
    case .lsm9ds1: RegisterWrite(LSM9DS1.control3, LSM9DS1.off)
    }
  }

  /// Looks for it at its addresses: 0C, or 1C and 1E. Nil if it does not answer there.
  @inline(never)
  func find<Bus: SensorBus>(on bus: inout Bus) -> UInt8? {
    let (register, identity): (UInt8, UInt8) =
      switch kind {
      case .ak8963: (0x00, 0x48)
      case .ak09916: (0x01, 0x09)
      case .lsm9ds1: (0x0F, 0x3D)
      }
    var result = BusResult.acknowledged
    let first: UInt8 = kind == .lsm9ds1 ? 0x1C : 0x0C
    if bus.read(register, of: first, &result) == identity { return first }
    guard kind == .lsm9ds1 else { return nil }
    return bus.read(register, of: first &+ 2, &result) == identity ? first &+ 2 : nil
  }

  /// Does row `index` of the set-up. Nil if it fails, otherwise the row.
  @inline(never)
  func perform<Bus: SensorBus>(
    _ index: UInt8, of address: UInt8, on bus: inout Bus, _ block: inout FIFOBlock,
    _ sensitivity: inout SensorCounts.Axes
  ) -> RegisterWrite? {
    let row = setUpWrite(index)
    if kind == .ak8963, index == 2 {
      guard block.fill(3, from: AK8963.sensitivity, of: address, on: &bus) == .acknowledged else {
        return nil
      }
      // H · ((ASA − 128) · 0.5 / 128 + 1): the factor is (ASA + 128) / 256.
      sensitivity = SensorCounts.Axes(
        Int16(block[0]) &+ 128, Int16(block[1]) &+ 128, Int16(block[2]) &+ 128)
    }
    guard row != .end else { return row }
    return bus.write(row.value, to: row.register, of: address) == .acknowledged ? row : nil
  }

  /// Reads the status and the field, µT along the axes of the other sensors, all registers of both at once: AKM's hold a field from its
  /// first byte until ST2 is read.
  @inline(never)
  func read<Bus: SensorBus>(
    of address: UInt8, on bus: inout Bus, _ block: inout FIFOBlock,
    _ sensitivity: SensorCounts.Axes, into field: inout Vector3<19>
  ) -> FieldReading {
    let (register, length): (UInt8, Int) =
      switch kind {
      case .ak8963: (AK8963.status1, 8)
      case .ak09916: (AK09916.status1, 9)
      case .lsm9ds1: (LSM9DS1.status, 7)
      }
    guard block.fill(length, from: register, of: address, on: &bus) == .acknowledged else {
      return .failed
    }
    let counts = block.axes(at: 1, isBigEndian: false)
    let (x, y, z) = (Int32(counts.x), Int32(counts.y), Int32(counts.z))
    switch kind {
    case .lsm9ds1:
      guard block[0] & LSM9DS1.isReady != 0 else { return .nothing }
      // At the end of the range there is no field.
      guard !Self.isLast(x), !Self.isLast(y), !Self.isLast(z) else { return .overflow }
      // Its x points against x of the other sensors, for which the driver uses (−y, −x, z): PX4/DriverFramework#160 and RTIMULSM9DS1.cpp.
      field = Self.vector(0 &- y, x, z, step: 7_340)
    case .ak8963, .ak09916:
      guard block[0] & AK.isReady != 0 else { return .nothing }
      let status2 = block[length &- 1]
      guard status2 & AK.overflow == 0 else { return .overflow }
      // y and z point the other way (SparkFun's ICM_20948.cpp, initializeDMP).
      guard kind == .ak8963 else {
        field = Self.vector(x, 0 &- y, 0 &- z, step: 78_643)
        return .field
      }
      guard status2 & AK8963.hasAllBits != 0 else { return .failed }
      // x and y are exchanged, z points down (inv_mpu_magn.c, inv_mpu_magn_set_orient). Q15.0 × Q1.8, one term: below 2²⁵.
      func adjusted(_ count: Int32, _ factor: Int16) -> Int32 {
        assert((Int64(count) * Int64(factor)).magnitude < 1 << 25)
        return (count &* Int32(factor) &+ 128) &>> 8
      }
      field = Self.vector(
        adjusted(y, sensitivity.y), adjusted(x, sensitivity.x), 0 &- adjusted(z, sensitivity.z),
        step: 78_643)
    }
    return .field
  }

  /// True at either end of the counts.
  private static func isLast(_ count: Int32) -> Bool { count >= 32_767 || count <= -32_768 }

  /// A field of counts of 0.15 µT (78,643 · 2⁻¹⁹) or 14 nT (7,340 · 2⁻¹⁹), clamped to 4,095 µT: 27,306 · 78,643 is below 2³¹.
  private static func vector(_ x: Int32, _ y: Int32, _ z: Int32, step: Int32) -> Vector3<19> {
    func fixed(_ count: Int32) -> Fixed<19> {
      assert(step == 7_340 || step == 78_643)
      let most: Int32 = step == 7_340 ? 32_768 : 27_306
      return Fixed(bits: min(max(count, 0 &- most), most) &* step)
    }
    return Vector3(fixed(x), fixed(y), fixed(z))
  }
}

/// What a look at a magnetometer gave.
enum FieldReading {
  /// A new field.
  case field
  /// No new field.
  case nothing
  /// A field beyond the range.
  case overflow
  /// It does not answer, or has lost its set-up.
  case failed
}
