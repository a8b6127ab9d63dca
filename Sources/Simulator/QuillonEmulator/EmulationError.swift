/// Why no board came up.
public enum EmulationError: Error, Equatable, CustomStringConvertible {
  /// There is no such file.
  case noImage(path: String, machine: Machine)
  /// QEMU is not installed.
  case noEmulator
  /// The emulator has no button for this board.
  case noButton(Machine)
  /// The image fell silent before its last line.
  case unfinished(String, Machine)
  /// QEMU started and gave up.
  case failed(reason: String)

  /// What is wrong, and the next step.
  public var description: String {
    switch self {
    case .noImage(let path, let machine):
      """
      no image at \(path); build it: make firmware BOARD=\(machine.rawValue)\(Self.sensor(of: path))
      """
    case .noEmulator:
      "qemu-system-arm is not installed; install it: make setup"
    case .noButton(let machine):
      "the emulated \(machine.rawValue) has no button; let the host move the pen instead"
    case .unfinished(let image, let machine):
      """
      \(image) on the emulated \(machine.rawValue) did not come to its end; build it anew: \
      make firmware BOARD=\(machine.rawValue)
      """
    case .failed(let reason):
      "the emulator failed: \(reason); try again, or run qemu-system-arm by hand to see what it says"
    }
  }

  /// What names the sensor to `make`, of an image for a certain one.
  private static func sensor(of path: String) -> String {
    let parts = path.split(separator: "/").last?.split(separator: "-", maxSplits: 1) ?? []
    guard parts.count == 2 else { return "" }
    return " PROTOCOL=" + parts[1].prefix { $0 != "." }
  }
}
