import Foundation
import QuillonSerial

/// A linked image on an emulated microcontroller: QEMU with the board's serial lines on
/// pseudo-terminals, of which this object holds the other ends.
///
/// The emulator ends with `close()`, with this object, or with this program, however that ends.
public final class EmulatedBoard {
  /// The line that the sensor talks on.
  public let sensor: any ByteTransport
  /// The line to the host; on a board with a single serial port the same as ``sensor``.
  public let host: any ByteTransport
  private let machine: Machine
  private let lines: [PseudoTerminal]
  private let control: PseudoTerminal?
  private let process: BoundProcess

  /// Boots `image` on `machine`.
  ///
  /// - Parameters:
  ///   - image: an ELF file, as `make firmware` makes it.
  ///   - replay: a file of samples for ReplayImage: a length, four bytes, low first, and so many bytes of
  ///     packets.
  ///   - hasButton: whether ``setButton(isPressed:)`` is going to be used.
  ///   - debugger: where a debugger may join, the path of a Unix socket that the emulator makes; nil: nowhere.
  ///   - isCounting: whether an instruction takes a nanosecond by the board's clock: for measuring. Else it takes as
  ///     long as on the board, about. In both cases time goes on by the instructions that have run, and by this
  ///     computer's clock while the board sleeps; so a computer that has much else to do makes no board late.
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

  /// Presses the board's button, or lets it go; it is so when this returns. Throws ``EmulationError/noButton(_:)`` where the emulator
  /// has none or `hasButton` was not asked for.
  public func setButton(isPressed: Bool) throws {
    guard let control, let button = machine.button else { throw EmulationError.noButton(machine) }
    let level = isPressed ? button.pressed : 1 - button.pressed
    _ = control.write(Array("set_irq_in \(button.pin) \(level)\n".utf8), timeout: .seconds(60))
    // The emulator answers with a line once it has done it.
    var answer = [UInt8](repeating: 0, count: 64)
    while case .bytes(let count) = answer.withUnsafeMutableBytes({
      control.read(into: $0, timeout: .seconds(60))
    }) {
      if answer[..<count].contains(UInt8(ascii: "\n")) { return }
    }
  }

  /// Waits until the board's ports have taken every byte that was written to them, a minute at most.
  public func waitUntilTaken() {
    for line in lines { line.waitUntilRead(timeout: .seconds(60)) }
  }

  /// Pulls the plug. Closing twice does no harm.
  public func close() {
    process.end()
    sensor.close()
    host.close()
    control?.close()
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
