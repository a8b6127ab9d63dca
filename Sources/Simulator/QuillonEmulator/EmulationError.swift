/// Why an emulated board could not be started, or did not finish.
public enum EmulationError: Error, Equatable, CustomStringConvertible {
  /// There is no image file at this path.
  case noImage(path: String, machine: Machine)
  /// QEMU is not installed.
  case noEmulator
  /// There is no image file of this board at this path.
  case noChipImage(path: String, board: ChipBoard)
  /// The program that emulates boards with a sensor chip has not been built.
  case noBoardEmulator
  /// The emulator has no button for this board.
  case noButton(Machine)
  /// The image stopped sending before its last line.
  case unfinished(String, Machine)
  /// LatencyImage stopped sending before its last line on this board.
  case unfinishedOnChipBoard(ChipBoard)
  /// QEMU could not be started or failed, for this reason.
  case failed(reason: String)

  /// What is wrong, and what to do next.
  public var description: String {
    switch self {
    case .noImage(let path, let machine):
      """
      no image at \(path); build it: make firmware BOARD=\(machine.rawValue)\(Self.option(for: path))
      """
    case .noEmulator:
      "qemu-system-arm is not installed; install it: make setup"
    case .noChipImage(let path, let board):
      """
      no image at \(path); build it: make firmware BOARD=\(board.rawValue)\
      \(path.contains("LatencyImage") ? " IMAGES=\"RecognizerImage LatencyImage\"" : "")\
      \(path.contains("bmi270") ? " BMI270=Simulator/BoardEmulator/Tests/bmi270_emulated.c" : "")
      """
    case .noBoardEmulator:
      """
      the emulator of boards with a sensor chip is not built; build it in the project's folder: \
      make setup-emulator
      """
    case .noButton(let machine):
      "the emulated \(machine.rawValue) has no button; let the host move the pen instead"
    case .unfinished(let image, let machine):
      """
      \(image) on the emulated \(machine.rawValue) did not finish; build it again: \
      make firmware BOARD=\(machine.rawValue)
      """
    case .unfinishedOnChipBoard(let board):
      """
      LatencyImage on the emulated \(board.rawValue) did not finish; build it again: \
      make firmware BOARD=\(board.rawValue) IMAGES=LatencyImage
      """
    case .failed(let reason):
      "the emulator failed: \(reason); try again, or run qemu-system-arm to see its error output"
    }
  }

  /// The option that tells `make` what the image is built for: gestures, models of a host, or one sensor.
  private static func option(for path: String) -> String {
    let parts = path.split(separator: "/").last?.split(separator: "-", maxSplits: 1) ?? []
    guard parts.count == 2 else { return "" }
    switch parts[1].prefix(while: { $0 != "." }) {
    case "gestures": return " GESTURES=yes"
    case "teachable": return " TEACHABLE=yes"
    case let sensor: return " PROTOCOL=" + sensor
    }
  }
}
