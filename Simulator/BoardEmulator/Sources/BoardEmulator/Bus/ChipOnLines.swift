// SPDX-License-Identifier: MIT
import QuillonSensorModels

/// A model of a chip at the lines of a bus, I2C or SPI, and on I2C the magnetometer in its package. It lives in virtual time: whoever
/// talks to it lets it catch up first.
final class ChipOnLines: I2CTarget, SPITarget {
  let chip: ChipModel
  /// The one of the package that was addressed last.
  private var addressed: ChipModel
  /// Called when the chip's interrupt may have changed by what the controller did.
  var onAccess: () -> Void = {}
  private let machine: Machine
  /// The transfers since the chip measured its first sample: how many there were, and how long they took, ns, each from its first
  /// address or its selection to its end.
  private(set) var transfers = (count: 0, nanoseconds: 0 as UInt64)
  private var transferBegin: UInt64?

  init(_ chip: ChipModel, _ machine: Machine) {
    (self.chip, addressed, self.machine) = (chip, chip, machine)
  }

  /// Lets the chip's time pass up to the machine's.
  func catchUp() {
    chip.advance(to: machine.time / 1_000)
    chip.magnetometer?.advance(to: machine.time / 1_000)
  }

  func begin(address: UInt8, isReading: Bool) -> Bool {
    catchUp()
    for device in [chip, chip.magnetometer].compactMap({ $0 })
    where device.address == address && device.start(isRead: isReading) {
      addressed = device
      beginTransfer()
      return true
    }
    return false
  }

  func write(_ byte: UInt8) -> Bool {
    catchUp()
    return addressed.write(byte)
  }

  func read() -> UInt8 {
    catchUp()
    defer { onAccess() }
    return addressed.read()
  }

  func end() {
    endTransfer()
    addressed.stop()
    onAccess()
  }

  private func beginTransfer() {
    guard transferBegin == nil, !chip.emitted.isEmpty else { return }
    transferBegin = machine.time
  }

  private func endTransfer() {
    guard let begin = transferBegin else { return }
    transfers = (transfers.count + 1, transfers.nanoseconds + machine.time - begin)
    transferBegin = nil
  }

  var holdsData: Bool { chip.holdsSDA }
  func pulseClock() { chip.clock() }

  // SPI.

  /// The bytes since the chip was selected.
  private var exchanged = 0
  private var isReading = false
  /// The chip's start after which it listened on SPI; a BMI270 and a BMI160 do once the selecting pin has risen.
  private var listeningStart: Int?

  func select(_ isSelected: Bool) {
    catchUp()
    exchanged = 0
    if isSelected {
      beginTransfer()
    } else {
      endTransfer()
      chip.stop()
      listeningStart = chip.startCount
    }
    onAccess()
  }

  func exchange(_ byte: UInt8) -> UInt8 {
    catchUp()
    defer { exchanged += 1 }
    guard chip.spi != .none, chip.spi == .direct || listeningStart == chip.startCount else {
      return 0
    }
    if exchanged == 0 {
      isReading = byte & 0x80 != 0
      guard chip.start(isRead: false) else { return 0 }
      _ = chip.write(byte & 0x7F)
      return 0
    }
    guard isReading else {
      _ = chip.write(byte)
      return 0
    }
    guard chip.spi != .delayed || exchanged > 1 else { return 0xA5 }
    defer { onAccess() }
    return chip.read()
  }
}
