import Foundation
import SerialLink

/// A linked image on an emulated microcontroller: QEMU with the board's serial lines on
/// pseudo-terminals, of which this object holds the other ends.
///
/// The emulator ends with `close()` or with this object.
public final class EmulatedBoard {
  /// The line that the sensor talks on.
  public let sensor: any ByteTransport
  /// The line to the host; on a board with a single serial port the same as ``sensor``.
  public let host: any ByteTransport
  private let machine: Machine
  private let control: PseudoTerminal?
  private let process = Process()

  /// Boots `image` on `machine`.
  ///
  /// - Parameters:
  ///   - image: an ELF file, as `make firmware` makes it.
  ///   - replay: a file of samples for ReplayImage: a length, four bytes, low first, and so many bytes of
  ///     packets.
  ///   - hasButton: whether ``setButton(isPressed:)`` is going to be used.
  ///   - isCounting: whether the emulator's clock is the number of instructions that have run, one
  ///     each nanosecond: for measuring. Else it is the time of day.
  /// - Throws: ``EmulationError``, or ``LinkError`` when the system has no pseudo-terminal left.
  public init(
    _ machine: Machine, image: URL, replay: URL? = nil, hasButton: Bool = false,
    isCounting: Bool = false
  ) throws {
    guard FileManager.default.fileExists(atPath: image.path) else {
      throw EmulationError.noImage(path: image.path, machine: machine)
    }
    guard let emulator = Self.emulator else { throw EmulationError.noEmulator }
    var lines = [try PseudoTerminal()]
    sensor = EmulatedLine(lines[0])
    if machine.hasTwoPorts { lines.append(try PseudoTerminal()) }
    host = machine.hasTwoPorts ? lines[1] : sensor
    self.machine = machine
    control = hasButton ? try PseudoTerminal() : nil
    process.executableURL = emulator
    process.arguments =
      ["-M", machine.emulatorName, "-display", "none", "-monitor", "none"]
      + ["-kernel", image.path] + (isCounting ? ["-icount", "shift=0"] : [])
      + (replay.map { machine.replayOptions(file: $0.path) } ?? [])
      + machine.serialOptions(sensor: sensor.path, host: host.path)
      + (control.map {
        ["-chardev", "serial,id=qtest,path=\($0.path)", "-qtest", "chardev:qtest"]
      }
        ?? [])
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try run() } catch { throw EmulationError.failed(reason: "\(error)") }
    try waitForPorts(lines + (control.map { [$0] } ?? []))
  }

  deinit { close() }

  /// True while the emulator runs.
  public var isRunning: Bool { process.isRunning }

  /// Presses the board's button, or lets it go. Throws ``EmulationError/noButton(_:)`` where the emulator
  /// has none or `hasButton` was not asked for.
  public func setButton(isPressed: Bool) throws {
    guard let control, let button = machine.button else { throw EmulationError.noButton(machine) }
    let level = isPressed ? button.pressed : 1 - button.pressed
    _ = control.write(Array("set_irq_in \(button.pin) \(level)\n".utf8), timeout: .seconds(1))
  }

  /// Pulls the plug. Closing twice does no harm.
  public func close() {
    if process.isRunning {
      process.terminate()
      process.waitUntilExit()
    }
    sensor.close()
    host.close()
    control?.close()
  }

  /// Starts the emulator with no signal blocked: it inherits what is blocked here, which on a thread of a
  /// pool is everything, and would not end when asked to.
  private func run() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  /// Returns when the emulator has opened its ends of the lines, so that no byte is lost.
  private func waitForPorts(_ lines: [PseudoTerminal]) throws {
    let deadline = Date(timeIntervalSinceNow: 10)
    while !lines.allSatisfy(\.hasClient) {
      guard process.isRunning, Date() < deadline else {
        close()
        throw EmulationError.failed(reason: "it did not open its serial lines")
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  /// QEMU for ARM, wherever the search path has it.
  private static var emulator: URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/usr/local/bin"
    return path.split(separator: ":")
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent("qemu-system-arm") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
