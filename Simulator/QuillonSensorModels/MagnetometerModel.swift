// This file is also available under the MIT license.

/// The magnetometer in the package of another chip, which carries it out of the same motion.
public class MagnetometerModel: ChipModel {
  unowned let host: ChipModel
  /// All fields that it has measured: when, and µT along the axes of the package.
  public private(set) var fields: [(time: UInt64, field: SIMD3<Double>)] = []

  init(in host: ChipModel, address: UInt8) {
    self.host = host
    super.init(address: address) { [unowned host] in host.motion($0) }
  }

  /// It has no wires of its own to a bus of SPI.
  public override var spi: SPI { .none }

  /// Stores a field, µT along the axes of the package.
  func take(_ field: SIMD3<Double>) {}

  override func take(_ counts: ChipCounts) {
    let field = motion(Double(now) / 1e6).field
    fields.append((now, field))
    take(field)
  }
}

/// An AK8963 in an MPU-9250 or an AK09916 in an ICM-20948, behind the bypass of the other chip.
///
/// After ArduPilot/ardupilot (AP_Compass_AK8963.cpp, AP_Compass_AK09916.cpp), PX4/PX4-Autopilot (MPU9250_AK8963.cpp), torvalds/linux
/// (inv_mpu_magn.c, ak8975.c) and sparkfun/SparkFun_ICM-20948_ArduinoLibrary (AK09916_REGISTERS.h).
public final class AKModel: MagnetometerModel {
  /// True: an AK09916; false: an AK8963.
  private let isNew: Bool
  /// What its maker has burned into the fuse ROM of an AK8963: 128 is a factor of 1.
  public var sensitivity: SIMD3<UInt8> = [176, 181, 168]
  /// When it was switched off last, µs.
  private var offAt: UInt64 = 0
  /// True from the reading of a measurement's first byte to that of ST2: in between, the next measurement is lost.
  private var isHeld = false

  init(in host: ChipModel, isNew: Bool) {
    self.isNew = isNew
    super.init(in: host, address: 0x0C)
  }

  public override var name: String { isNew ? "AK09916" : "AK8963" }
  override var identityRegister: UInt8 { isNew ? 0x01 : 0x00 }
  override var isReachable: Bool { host.hasBypass }

  private var status1: Int { isNew ? 0x10 : 0x02 }
  private var status2: Int { isNew ? 0x18 : 0x09 }
  private var control: UInt8 { isNew ? 0x31 : 0x0A }
  private var reset: UInt8 { isNew ? 0x32 : 0x0B }

  /// It is off after power-on.
  override func powerOn() {
    super.powerOn()
    registers[0x00] = 0x48
    if isNew { registers[0x01] = 0x09 }
    (offAt, isHeld) = (now, false)
  }

  override func isWritable(_ register: UInt8) -> Bool {
    (isNew ? 0x31...0x32 : 0x0A...0x0C).contains(register)
  }

  private var mode: UInt8 { registers[Int(control)] & (isNew ? 0x1F : 0x0F) }

  override var period: Double? {
    switch (isNew, mode) {
    case (false, 2): 125_000
    case (false, 6), (true, 8): 10_000
    case (true, 2): 100_000
    case (true, 4): 50_000
    case (true, 6): 20_000
    default: nil
    }
  }

  /// Its axes: x and y of an AK8963 are exchanged and z points down (inv_mpu_magn.c, inv_mpu_magn_set_orient); y and z of an AK09916 point
  /// the other way (SparkFun's ICM_20948.cpp, initializeDMP). DRDY, DOR and HOFL, which comes with 4,912 µT in the sum of the axes.
  override func take(_ field: SIMD3<Double>) {
    guard !isHeld else { return }
    let own =
      isNew ? SIMD3(field.x, -field.y, -field.z) : SIMD3(field.y, field.x, -field.z)
    // A count is 0.15 µT with 16 bits, 0.6 µT with 14.
    let hasAllBits = isNew || registers[0x0A] & 0x10 != 0
    var counts = own / (hasAllBits ? 0.15 : 0.6)
    if !isNew { counts /= (SIMD3<Double>(sensitivity) + 128) / 256 }
    let isTooGreat = abs(own.x) + abs(own.y) + abs(own.z) >= 4_912
    let bytes = (isTooGreat ? SIMD3(repeating: -1) : counts.counts).littleEndianBytes
    registers.replaceSubrange(status1 + 1..<status1 + 7, with: bytes)
    registers[status1] = registers[status1] & 1 != 0 ? 3 : 1
    registers[status2] = (isTooGreat ? 8 : 0) | (!isNew && hasAllBits ? 0x10 : 0)
  }

  /// The mode changes by way of power-down, in which it has to be for 100 µs.
  override func store(_ value: UInt8, in register: UInt8) {
    if register == reset, value & 1 != 0 { return wasReset() }
    if register == control {
      let next = value & (isNew ? 0x1F : 0x0F)
      if mode != 0, next != 0 { violate("mode \(mode) changes to \(next) without power-down") }
      if mode == 0, next != 0, now < offAt + 100 { violate("mode \(next) too early") }
      if next == 0 { offAt = now }
      if next != mode { (registers[status1], isHeld) = (0, false) }
    }
    super.store(value, in: register)
  }

  override func value(of register: UInt8) -> UInt8 {
    let index = Int(register)
    switch index {
    case status1: return registers[index]
    case status1 + 1..<status1 + 7:
      (isHeld, registers[status1]) = (period != nil, registers[status1] & ~1)
      return registers[index]
    case status2:
      (isHeld, registers[status1]) = (false, 0)
      return registers[index]
    case 0x10...0x12 where !isNew: return mode == 0xF ? sensitivity[index - 0x10] : 0
    default: return super.value(of: register)
    }
  }

  override func next(after register: UInt8) -> UInt8 {
    switch register {
    case 0x0C where !isNew, 0x18 where isNew: 0
    case 0x12 where !isNew: 0x10
    case 0x32 where isNew: 0x30
    default: register &+ 1
    }
  }
}

/// The magnetometer of an LSM9DS1, after STMicroelectronics/lsm9ds1-pid's lsm9ds1_reg.h. It is off after power-on.
public final class LSM9DS1MagnetometerModel: MagnetometerModel {
  public override var name: String { "LSM9DS1 magnetometer" }
  override var identityRegister: UInt8 { 0x0F }
  /// Bytes of a measurement that are read; while some are, BDU keeps the next one away.
  private var isHeld = false

  init(in host: ChipModel) { super.init(in: host, address: 0x1E) }

  override func powerOn() {
    super.powerOn()
    registers[0x0F] = 0x3D
    registers[0x20] = 0x10
    registers[0x22] = 0x03
    isHeld = false
  }

  override func isWritable(_ register: UInt8) -> Bool {
    [0x05...0x0A, 0x20...0x24, 0x30...0x30, 0x32...0x33].contains { $0.contains(register & 0x7F) }
  }

  override var period: Double? {
    guard registers[0x22] & 3 == 0 else { return nil }
    return 1e6 / (0.625 * Double(1 << (registers[0x20] >> 2 & 7)))
  }

  /// x of the magnetometer points against x of the other sensors, which is −y of the motion (PX4/DriverFramework#160, RTIMULSM9DS1.cpp).
  override func take(_ field: SIMD3<Double>) {
    let holds = isHeld && registers[0x24] & 0x40 != 0
    registers[0x27] = registers[0x27] & 8 != 0 ? 0xFF : 0x0F
    guard !holds else { return }
    // mG a count at 4, 8, 12 and 16 G; 1 µT is 10 mG.
    let step = [0.14, 0.29, 0.43, 0.58][Int(registers[0x21] >> 5 & 3)]
    let bytes = (SIMD3(field.y, -field.x, field.z) * 10 / step).counts.littleEndianBytes
    registers.replaceSubrange(0x28..<0x2E, with: bytes)
  }

  override func store(_ value: UInt8, in register: UInt8) {
    if register & 0x7F == 0x21, value & 4 != 0 { return wasReset() }
    super.store(value, in: register & 0x7F)
  }

  override func value(of register: UInt8) -> UInt8 {
    let index = register & 0x7F
    if (0x28...0x2D).contains(index) {
      if period != nil, registers[0x24] & 0x40 == 0 { violate("data are read without BDU") }
      isHeld = index < 0x2D
      if index == 0x2D { registers[0x27] = 0 }
    }
    return super.value(of: index)
  }

  /// Bit 7 of the first address lets it go to the next register.
  override func next(after register: UInt8) -> UInt8 {
    register & 0x80 != 0 ? register &+ 1 | 0x80 : register
  }
}
