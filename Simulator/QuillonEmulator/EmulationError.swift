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

  /// What is wrong, and what to do next in the project's folder.
  public var description: String { words(isInstalled: false) }

  /// What is wrong, and what to do next.
  ///
  /// - Parameter isInstalled: True for a tool that is installed without the project. Its package has the
  ///   images of some boards; the other ones, and the emulator of boards with a sensor chip, come with
  ///   the source.
  public func words(isInstalled: Bool) -> String {
    let build =
      isInstalled
      ? "the installed package does not have it; build it in the folder of Quillon's source: make"
      : "build it: make"
    let again =
      isInstalled
      ? "install the package again, or build it in the folder of the source" : "build it again"
    switch self {
    case .noImage(let path, let machine):
      return
        "no image at \(path); \(build) firmware BOARD=\(machine.rawValue)\(Self.option(for: path))"
    case .noEmulator:
      let command = isInstalled ? "sudo apt-get install qemu-system-arm" : "make setup"
      return "qemu-system-arm is not installed; install it: \(command)"
    case .noChipImage(let path, let board):
      return """
        no image at \(path); \(build) firmware BOARD=\(board.rawValue)\
        \(path.contains("LatencyImage") ? " IMAGES=\"RecognizerImage LatencyImage\"" : "")\
        \(path.contains("-lab") ? " MODEL=lab" : "")\
        \(path.contains("bmi270") ? " BMI270=Simulator/BoardEmulator/Tests/bmi270_emulated.c" : "")\
        \(path.contains("bno08x") ? " BNO08X=yes" : "")
        """
    case .noBoardEmulator:
      return "there is no emulator of boards with a sensor chip; \(build) setup-emulator"
    case .noButton(let machine):
      return "the emulated \(machine.rawValue) has no button; let the host move the pen instead"
    case .unfinished(let image, let machine):
      return """
        \(image) on the emulated \(machine.rawValue) did not finish; \(again): \
        make firmware BOARD=\(machine.rawValue)
        """
    case .unfinishedOnChipBoard(let board):
      return """
        LatencyImage on the emulated \(board.rawValue) did not finish; \(again): \
        make firmware BOARD=\(board.rawValue) IMAGES=LatencyImage
        """
    case .failed(let reason):
      return
        "the emulator failed: \(reason); try again, or run qemu-system-arm to see its error output"
    }
  }

  /// The option of `make` for what the image is built for: gestures, models of a host, or one sensor.
  private static func option(for path: String) -> String {
    let parts = path.split(separator: "/").last?.split(separator: "-", maxSplits: 1) ?? []
    guard parts.count == 2 else { return "" }
    switch parts[1].prefix(while: { $0 != "." }) {
    case "gestures": return " GESTURES=yes"
    case "teachable": return " TEACHABLE=yes"
    case "lab": return " MODEL=lab"
    case "lab-minimal": return " MODEL=lab MINIMAL=yes"
    case let sensor: return " PROTOCOL=" + sensor
    }
  }
}
