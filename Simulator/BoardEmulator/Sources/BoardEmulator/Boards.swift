// SPDX-License-Identifier: MIT

/// The boards: chip and wires. The numbers are written down again from the boards' drawings, not taken from the firmware.
enum BoardName: String, CaseIterable {
  case pico
  case nanoRP2040 = "nano-rp2040"

  /// What is wired to what.
  var wiring: Wiring {
    switch self {
    case .pico:
      Wiring(sda: 4, scl: 5, interrupt: 6, transmit: 0, receive: 1, button: 15, light: 25)
    case .nanoRP2040:
      Wiring(sda: 12, scl: 13, interrupt: 24, transmit: 0, receive: 1, button: 25, light: 6)
    }
  }

  /// The chip, with its lines connected.
  func makeChip(lines: I2CLines, host: HostLine) throws(Failure) -> any Microcontroller {
    switch self {
    case .pico, .nanoRP2040: try RP2040(wiring, lines: lines, host: host)
    }
  }
}
