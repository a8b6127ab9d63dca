// SPDX-License-Identifier: MIT

/// The boards: chip and wires. The numbers are read from the boards' drawings, not from the firmware.
enum BoardName: String, CaseIterable {
  case pico
  case nanoRP2040 = "nano-rp2040"
  case pico2
  case xiaoSense = "xiao-sense"
  case nano33BLESense = "nano33ble-sense"
  case featherSense = "feather-sense"
  case featherF405 = "feather-f405"

  /// What is wired to what.
  var wiring: Wiring {
    switch self {
    // A Pico 2 has the pins of a Pico.
    case .pico, .pico2:
      Wiring(
        sda: 4, scl: 5, interrupt: 6,
        spi: SPIWires(input: 16, select: 17, clock: 18, output: 19), transmit: 0, receive: 1,
        button: 15, light: 25, origin: 0x1000_0000)
    case .nanoRP2040:
      Wiring(
        sda: 12, scl: 13, interrupt: 24, transmit: 0, receive: 1, button: 25, light: 6,
        origin: 0x1000_0000)
    case .xiaoSense:
      Wiring(
        sda: 7, scl: 27, interrupt: 11, transmit: 32 + 11, receive: 32 + 12, button: 2, light: 26,
        isLightLow: true, power: [32 + 8], origin: 0x27000,
        loader: .adafruit(button: nil), settings: 0xF2000)
    case .nano33BLESense:
      Wiring(
        sda: 14, scl: 15, interrupt: nil, transmit: 32 + 3, receive: 32 + 10, button: 32 + 11,
        light: 13, power: [22, 32], origin: 0x10000, loader: .arduino,
        settings: 0xFE000)
    case .featherSense:
      Wiring(
        sda: 12, scl: 11, interrupt: 32 + 11, transmit: 25, receive: 24, button: 32 + 2,
        light: 32 + 9, origin: 0x26000, loader: .adafruit(button: 32 + 2), settings: 0xF2000)
    // PB7, PB6, PC7; PB10, PB11; PC6; PC1.
    case .featherF405:
      Wiring(
        sda: 16 + 7, scl: 16 + 6, interrupt: 32 + 7, transmit: 16 + 10, receive: 16 + 11,
        button: 32 + 6, light: 32 + 1, origin: 0x0800_0000)
    }
  }

  /// The chip, with its lines connected.
  func makeChip(_ wiring: Wiring, lines: I2CLines, host: HostLine) throws(Failure)
    -> any Microcontroller
  {
    switch self {
    case .pico, .nanoRP2040: try RP2040(wiring, lines: lines, host: host)
    case .pico2: try RP2350(wiring, lines: lines, host: host)
    case .xiaoSense, .nano33BLESense, .featherSense:
      try NRF52840(wiring, lines: lines, host: host)
    case .featherF405: try STM32F405(wiring, lines: lines, host: host)
    }
  }
}
