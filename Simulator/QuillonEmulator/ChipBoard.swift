import Foundation

/// The boards with a sensor chip on their bus. The program `board-emulator` emulates them, a package of its own in
/// `Simulator/BoardEmulator`.
public enum ChipBoard: String, CaseIterable, Sendable {
  /// The Raspberry Pi Pico with a sensor module.
  case pico
  /// Arduino's Nano RP2040 Connect.
  case nanoRP2040 = "nano-rp2040"
  /// The Raspberry Pi Pico 2 with a sensor module.
  case pico2
  /// Seeed's XIAO nRF52840 Sense.
  case xiaoSense = "xiao-sense"
  /// Arduino's Nano 33 BLE Sense.
  case nano33BLESense = "nano33ble-sense"
  /// Adafruit's Feather nRF52840 Sense.
  case featherSense = "feather-sense"
  /// Adafruit's Feather STM32F405 with a sensor module.
  case featherF405 = "feather-f405"

  /// The chip that the board carries, or that is usually connected to it.
  public var usualSensor: String {
    switch self {
    case .pico, .pico2: "mpu6050"
    case .nanoRP2040, .featherF405: "lsm6dsox"
    case .xiaoSense, .featherSense: "lsm6ds3trc"
    case .nano33BLESense: "lsm9ds1"
    }
  }

  /// The core's clock, Hz.
  public var clock: Double { self == .featherF405 ? 168e6 : 64e6 }

  /// The instructions of the slowest driver for a sample, from the data-ready edge to the sample in SI units; `ChipImageTests` measures
  /// them.
  var driverInstructions: Double {
    switch self {
    case .pico, .nanoRP2040: 1_351
    case .pico2, .xiaoSense, .nano33BLESense, .featherSense, .featherF405: 1_002
    }
  }

  /// The file that a boot loader gets, made by `make firmware`, below the project's folder.
  public func image(_ name: String = "RecognizerImage", in project: URL) -> URL {
    let type = self == .nano33BLESense || self == .featherF405 ? "bin" : "uf2"
    return file("\(name).\(type)", in: project)
  }

  /// A file of the board's folder.
  func file(_ name: String, in project: URL) -> URL {
    project.appendingPathComponent(".build/firmware/\(rawValue)/\(name)")
  }

  /// The emulator, made by `make setup-emulator`, below the project's folder.
  static func emulator(in project: URL) -> URL {
    project.appendingPathComponent(".build/release/board-emulator")
  }
}
