import Foundation

/// The boards with a sensor chip on their bus. The program `board-emulator` emulates them, a package of its own in
/// `Simulator/BoardEmulator`.
public enum ChipBoard: String, CaseIterable, Sendable {
  /// The Raspberry Pi Pico with a sensor module.
  case pico
  /// Arduino's Nano RP2040 Connect.
  case nanoRP2040 = "nano-rp2040"

  /// The chip that the board carries, or that is usually connected to it.
  public var usualSensor: String {
    switch self {
    case .pico: "mpu6050"
    case .nanoRP2040: "lsm6dsox"
    }
  }

  /// The file that a boot loader gets, made by `make firmware`, below the project's folder.
  public func image(in project: URL) -> URL {
    project.appendingPathComponent(".build/firmware/\(rawValue)/RecognizerImage.uf2")
  }

  /// The emulator, made by `make emulator`, below the project's folder.
  static func emulator(in project: URL) -> URL {
    project.appendingPathComponent(".build/emulator/release/board-emulator")
  }
}
