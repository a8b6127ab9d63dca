import QuillonSensorModels
import QuillonSensors

/// Chips on an I2C bus of 400 kHz, whose time passes with each byte.
final class Wire {
  var chips: [ChipModel]
  private(set) var now: UInt64 = 0
  private(set) var freed = 0
  private(set) var transfers = 0
  /// A disturbance in the middle of the first burst of more than two bytes from this time on, after so many bytes. The controller gives up, or
  /// reads on from lines that are high.
  var cut: (time: UInt64, bytes: Int, isTold: Bool)?

  /// The chips and the magnetometers in their packages.
  init(_ chips: [ChipModel]) { self.chips = chips + chips.compactMap(\.magnetometer) }

  func pass(_ time: UInt64) {
    now += time
    for chip in chips { chip.advance(to: now) }
  }

  /// Starts a transfer with the device at `address`; nil if none acknowledges.
  fileprivate func open(_ address: UInt8, isRead: Bool) -> ChipModel? {
    pass(24)
    return chips.first { $0.address == address && $0.start(isRead: isRead) }
  }

  /// True if a line is held low. The controller waits for 5 ms before it gives up.
  fileprivate var isHeld: Bool {
    transfers += 1
    guard chips.contains(where: \.holdsSDA) else { return false }
    pass(5_000)
    return true
  }

  fileprivate func free() {
    freed += 1
    for _ in 0..<9 {
      chips.forEach { $0.clock() }
      pass(3)
    }
  }
}

struct ModelBus: SensorBus {
  let wire: Wire

  func write(_ bytes: UnsafeBufferPointer<UInt8>, to device: UInt8) -> BusResult {
    if wire.isHeld { return .timedOut }
    guard let chip = wire.open(device, isRead: false) else { return .notAcknowledged }
    defer { chip.stop() }
    for byte in bytes {
      wire.pass(23)
      guard chip.write(byte) else { return .notAcknowledged }
    }
    return .acknowledged
  }

  func read(
    into bytes: UnsafeMutableBufferPointer<UInt8>, from register: UInt8, of device: UInt8
  ) -> BusResult {
    if wire.isHeld { return .timedOut }
    guard let chip = wire.open(device, isRead: false) else { return .notAcknowledged }
    defer { chip.stop() }
    wire.pass(23)
    guard chip.write(register), chip.start(isRead: true) else { return .notAcknowledged }
    for index in bytes.indices {
      wire.pass(23)
      if let cut = wire.cut, wire.now >= cut.time, bytes.count > 6, index >= cut.bytes {
        bytes[index...].update(repeating: 0xFF)
        wire.cut = nil
        return cut.isTold ? .timedOut : .acknowledged
      }
      bytes[index] = chip.read()
    }
    return .acknowledged
  }

  func read(into bytes: UnsafeMutableBufferPointer<UInt8>, of device: UInt8) -> BusResult {
    if wire.isHeld { return .timedOut }
    guard let chip = wire.open(device, isRead: true) else { return .notAcknowledged }
    defer { chip.stop() }
    for index in bytes.indices {
      wire.pass(23)
      bytes[index] = chip.read()
    }
    return .acknowledged
  }

  func free() { wire.free() }

  func pause(milliseconds: UInt32) { wire.pass(UInt64(milliseconds) * 1_000) }
}
