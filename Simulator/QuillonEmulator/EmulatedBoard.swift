import Foundation
import QuillonSerial
import QuillonSystem

/// A linked image on an emulated microcontroller. QEMU connects the board's serial lines to
/// pseudo-terminals, and this object holds their other ends.
///
/// The emulator ends with `close()`, with this object, or with this program, for whatever reason
/// the program ends.
public final class EmulatedBoard {
  /// The line on which the sensor sends.
  public let sensor: any ByteTransport
  /// The line to the host. On a board with a single serial port it is the same as ``sensor``.
  public let host: any ByteTransport
  private let machine: Machine
  private let lines: [PseudoTerminal]
  private let control: PseudoTerminal?
  private let process: BoundProcess

  /// Boots `image` on `machine`.
  ///
  /// - Parameters:
  ///   - image: an ELF file, made by `make firmware`.
  ///   - replay: a file of samples for ReplayImage: the length in four bytes, low byte first, then
  ///     that many bytes of packets.
  ///   - hasButton: whether ``setButton(isPressed:)`` will be used.
  ///   - debugger: the path of a Unix socket, made by the emulator, to which a debugger can
  ///     connect; nil for none.
  ///   - isCounting: true for measurements: an instruction takes a nanosecond of the board's clock.
  ///     Otherwise it takes about as long as on the board. In both cases time advances by the
  ///     instructions that have run, and by this computer's clock while the board sleeps. So a busy
  ///     computer does not make the board late.
  /// - Throws: ``EmulationError``, or ``LinkError`` when the system has no pseudo-terminal left.
  public init(
    _ machine: Machine, image: URL, replay: URL? = nil, hasButton: Bool = false,
    debugger: String? = nil, isCounting: Bool = false
  ) throws {
    guard FileManager.default.fileExists(atPath: image.path) else {
      throw EmulationError.noImage(path: image.path, machine: machine)
    }
    guard let emulator = Self.emulator else { throw EmulationError.noEmulator }
    var lines = [try PseudoTerminal()]
    sensor = EmulatedLine(lines[0])
    if machine.hasTwoPorts { lines.append(try PseudoTerminal()) }
    host = machine.hasTwoPorts ? EmulatedLine(lines[1]) : sensor
    self.lines = lines
    self.machine = machine
    control = hasButton ? try PseudoTerminal() : nil
    var arguments = ["-M", machine.emulatorName, "-display", "none", "-monitor", "none"]
    arguments += ["-kernel", image.path]
    arguments += ["-icount", "shift=\(isCounting ? 0 : machine.instructionTime)"]
    if let replay { arguments += machine.replayOptions(file: replay.path) }
    if let debugger { arguments += ["-gdb", "unix:path=\(debugger),server=on,wait=off"] }
    arguments += machine.serialOptions(sensor: sensor.path, host: host.path)
    if let control {
      arguments += ["-chardev", "serial,id=qtest,path=\(control.path)", "-qtest", "chardev:qtest"]
    }
    do {
      process = try BoundProcess(emulator, arguments)
    } catch {
      throw EmulationError.failed(reason: "\(error)")
    }
    try waitForPorts(lines + (control.map { [$0] } ?? []))
  }

  deinit { close() }

  /// True while the emulator runs.
  public var isRunning: Bool { process.isRunning }

  /// Presses or releases the board's button. The button has its new state when this returns.
  ///
  /// - Throws: ``EmulationError/noButton(_:)`` where the emulator has no button or `hasButton` was
  ///   false.
  public func setButton(isPressed: Bool) throws {
    guard let control, let button = machine.button else { throw EmulationError.noButton(machine) }
    let level = isPressed ? button.pressed : 1 - button.pressed
    _ = control.write(Array("set_irq_in \(button.pin) \(level)\n".utf8), timeout: .seconds(60))
    // The emulator answers with a line when it has set the level.
    var answer = [UInt8](repeating: 0, count: 64)
    while case .bytes(let count) = answer.withUnsafeMutableBytes({
      control.read(into: $0, timeout: .seconds(60))
    }) {
      if answer[..<count].contains(UInt8(ascii: "\n")) { return }
    }
  }

  /// Waits until the board's ports have accepted every byte that was written to them, but at most a
  /// minute.
  public func waitUntilTaken() {
    for line in lines { line.waitUntilRead(timeout: .seconds(60)) }
  }

  /// The sensor's line for one that sends in real time. Nothing is written before the board sleeps, so at most a second late.
  ///
  /// While an emulator waits for one of this computer's processors, the board's clock stands still. Without this, samples 10 ms apart
  /// could reach the board at the same time of its clock.
  public var sensorInBoardTime: any ByteTransport {
    SleepAwaitingLine(sensor) { [process] in process.isAsleep ?? true }
  }

  /// Ends the emulator and closes the lines. It is safe to close twice.
  public func close() {
    process.end()
    sensor.close()
    host.close()
    control?.close()
  }

  /// Waits until the emulator has opened its ends of the lines, so that no byte is lost.
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

  /// QEMU for ARM, found through the search path; nil if it is not installed.
  private static var emulator: URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/usr/local/bin"
    return path.split(separator: ":")
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent("qemu-system-arm") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
