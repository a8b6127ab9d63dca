import Foundation

/// The boards that images are built for, and their names and addresses in the emulator.
public enum Machine: String, CaseIterable, Sendable {
  /// ARM's MPS2 with a Cortex-M4.
  case mps2 = "mps2-an386"
  /// ST's STM32F405, a Cortex-M4.
  case stm32f405
  /// Nordic's nRF51822, a Cortex-M0, as on the micro:bit v1.
  case nrf51822

  /// The machine's name in QEMU.
  public var emulatorName: String {
    switch self {
    case .mps2: "mps2-an386"
    case .stm32f405: "netduinoplus2"
    case .nrf51822: "microbit"
    }
  }

  /// The core's clock, Hz.
  public var clock: Double {
    switch self {
    case .mps2: 25e6
    case .stm32f405: 168e6
    case .nrf51822: 16e6
    }
  }

  /// The time of an instruction at two cycles each: the exponent of the nearest power of two, ns.
  var instructionTime: Int { Int(log2(2e9 / clock).rounded()) }

  /// False when the sensor's line and the host's are the two directions of one port.
  public var hasTwoPorts: Bool { self != .nrf51822 }

  /// The address where the flash begins.
  public var flash: UInt32 { self == .stm32f405 ? 0x0800_0000 : 0 }

  /// The address where ReplayImage looks for samples, and the number of bytes that fit there.
  public var replayMemory: (address: UInt32, capacity: Int) {
    switch self {
    case .mps2: (flash + 0x1_8000, 0x3E_8000)
    case .stm32f405: (flash + 0x1_8000, 0xE_8000)
    case .nrf51822: (flash + 0x1_5000, 0x2_B000)
    }
  }

  /// The file with this board's image: where `make firmware` puts it below the project's folder, or
  /// where `make install` puts it below the folder of what is installed.
  public func image(_ name: String, in project: URL) -> URL {
    let installed = project.appendingPathComponent("images")
    let folder =
      FileManager.default.fileExists(atPath: installed.path)
      ? installed : project.appendingPathComponent(".build/firmware")
    return folder.appendingPathComponent("\(rawValue)/\(name).elf")
  }

  /// The emulator's name of the button's pin, and the pin's level when pressed; nil where it
  /// emulates no button.
  var button: (pin: String, pressed: Int)? {
    self == .nrf51822 ? ("/machine/nrf51 unnamed-gpio-in 17", 0) : nil
  }

  /// The emulator's options that load a file where ReplayImage looks for samples.
  func replayOptions(file: String) -> [String] {
    ["-device", "loader,file=\(file),addr=\(replayMemory.address),force-raw=on"]
  }

  /// The emulator's options that connect terminals to the board's ports, in the order in which QEMU
  /// numbers them.
  func serialOptions(sensor: String, host: String) -> [String] {
    let paths =
      switch self {
      case .mps2: [sensor, host]
      case .stm32f405: [host, sensor]
      case .nrf51822: [sensor]
      }
    return paths.flatMap { ["-serial", $0] }
  }
}
