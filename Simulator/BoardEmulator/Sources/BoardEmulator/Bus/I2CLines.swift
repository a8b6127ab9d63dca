// SPDX-License-Identifier: MIT

/// A chip on an I2C bus, byte by byte.
protocol I2CTarget: AnyObject {
  /// A start and an address: true if the chip acknowledges it as its own.
  func begin(address: UInt8, isReading: Bool) -> Bool
  /// A byte from the controller: true if the chip acknowledges it.
  func write(_ byte: UInt8) -> Bool
  /// A byte for the controller.
  func read() -> UInt8
  /// A stop.
  func end()
  /// True while it holds SDA low.
  var holdsData: Bool { get }
  /// A clock that firmware makes by hand.
  func pulseClock()
}

/// Two lines and the chips at them.
final class I2CLines {
  var targets: [any I2CTarget] = []
  /// False while the chips have no power.
  var isPowered = true
  private var selected: (any I2CTarget)?

  /// True while nobody holds SDA low.
  var isFree: Bool { !targets.contains { $0.holdsData } }

  /// A start and an address: true if a chip acknowledges.
  func begin(address: UInt8, isReading: Bool) -> Bool {
    selected = isPowered ? targets.first { $0.begin(address: address, isReading: isReading) } : nil
    return selected != nil
  }

  func write(_ byte: UInt8) -> Bool { selected?.write(byte) ?? false }

  func read() -> UInt8 { selected?.read() ?? 0xFF }

  func end() {
    selected?.end()
    selected = nil
  }

  /// A clock that firmware makes by hand.
  func pulseClock() { for target in targets { target.pulseClock() } }
}
