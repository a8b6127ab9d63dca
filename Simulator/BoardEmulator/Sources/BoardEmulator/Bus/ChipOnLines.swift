// SPDX-License-Identifier: MIT
import QuillonSensorModels

/// A model of a chip at the lines of a bus. It lives in virtual time: whoever talks to it lets it catch up first.
final class ChipOnLines: I2CTarget {
  let chip: ChipModel
  /// Called when the chip's interrupt may have changed by what the controller did.
  var onAccess: () -> Void = {}
  private let machine: Machine

  init(_ chip: ChipModel, _ machine: Machine) { (self.chip, self.machine) = (chip, machine) }

  /// Lets the chip's time pass up to the machine's.
  func catchUp() { chip.advance(to: machine.time / 1_000) }

  func begin(address: UInt8, isReading: Bool) -> Bool {
    catchUp()
    return address == chip.address && chip.start(isRead: isReading)
  }

  func write(_ byte: UInt8) -> Bool {
    catchUp()
    return chip.write(byte)
  }

  func read() -> UInt8 {
    catchUp()
    defer { onAccess() }
    return chip.read()
  }

  func end() {
    chip.stop()
    onAccess()
  }

  var holdsData: Bool { chip.holdsSDA }
  func pulseClock() { chip.clock() }
}
