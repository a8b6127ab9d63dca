import QuillonFusion
import QuillonSerial
import QuillonWire

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pseudo-terminal that behaves like an IMU board. It sends what its script specifies, then goes
/// away.
///
/// It sends nothing before a program has opened ``path``, and ignores all bytes that it receives.
public final class VirtualBoard: Sendable {
  /// How long it waits for the reader to fetch the last bytes before it goes away. On a busy machine a reader may not run
  /// for several seconds.
  private static let timeout = Duration.seconds(30)
  /// How often it asks whether a pause has ended.
  private static let pausePoll = Duration.milliseconds(20)

  private let terminal: PseudoTerminal
  private let script: BoardScript

  /// Makes the port. Nothing is sent before ``run()``.
  ///
  /// - Throws: ``LinkError`` when the system cannot provide a pseudo-terminal.
  public init(_ script: BoardScript) throws(LinkError) {
    terminal = try PseudoTerminal()
    self.script = script
  }

  /// The device file that a program opens. It no longer exists when ``run()`` returns.
  public var path: String { terminal.path }

  /// Unplugs the board, from any thread. ``run()`` then returns at once.
  public func close() { terminal.close() }

  /// Waits for a program, runs the script and closes the port. It blocks, so call it once, on a
  /// thread of its own.
  ///
  /// - Parameter isPaused: asked before each sample and then every 20 ms while it is true: nothing is sent meanwhile, and
  ///   the board's clock stands still.
  public func run(isPaused: () -> Bool = { false }) -> BoardReport {
    defer { terminal.close() }
    var line = BoardLine(terminal: terminal, script: script)
    guard terminal.waitForClient() else { return line.report(.closed) }
    let ending = play(on: &line, isPaused: isPaused)
    return line.report(ending)
  }

  private func play(
    on line: inout BoardLine, isPaused: () -> Bool
  ) -> BoardReport.Ending {
    switch script.content {
    case .samples(let samples):
      guard line.sendHello() else { return .closed }
      var pen = PenState.up
      let ending = play(samples, at: \.timestamp, isPaused: isPaused) { sample in
        if sample.pen != pen {
          pen = sample.pen
          guard line.sendPen(pen, time: sample.timestamp) else { return false }
        }
        return line.send(sample)
      }
      guard ending == .completed else { return ending }
      guard line.sendStatus() else { return .closed }
    case .messages(let messages):
      let ending = play(messages, at: \.timestamp, isPaused: isPaused) { line.send($0) }
      guard ending == .completed else { return ending }
    }
    terminal.waitUntilRead(timeout: Self.timeout)
    return .completed
  }

  /// Waits for the end of a stall. Returns false when the port is closed.
  private func wait(_ stall: BoardScript.Stall) -> Bool {
    if let duration = stall.duration { return terminal.ignoreInput(until: .now + duration) }
    terminal.waitUntilRead(timeout: Self.timeout)
    return true
  }

  /// Sends each moment when it is due, and carries out stalls and unplugging.
  private func play<Moment>(
    _ moments: [Moment], at time: (Moment) -> UInt32, isPaused: () -> Bool,
    send: (Moment) -> Bool
  ) -> BoardReport.Ending {
    var schedule = Schedule(pacing: script.pacing)
    for (number, moment) in moments.enumerated() {
      if number == script.unplug { return .unplugged }
      for stall in script.stalls where stall.sample == number {
        guard wait(stall) else { return .closed }
      }
      while isPaused() {
        guard terminal.ignoreInput(until: .now + Self.pausePoll) else { return .closed }
        schedule.postpone(by: Self.pausePoll)
      }
      guard terminal.ignoreInput(until: schedule.due(time(moment))), send(moment) else {
        return .closed
      }
    }
    return .completed
  }
}

extension PseudoTerminal {
  /// Waits for a program to open the port. Returns false when the port is closed.
  fileprivate func waitForClient() -> Bool {
    while !hasClient {
      guard ignoreInput(until: .now + .milliseconds(10)) else { return false }
    }
    return true
  }

  /// Waits until `moment` and discards all received bytes. Returns false when the port is closed.
  fileprivate func ignoreInput(until moment: ContinuousClock.Instant) -> Bool {
    // Reading waits in whole milliseconds; the rest is spent sleeping.
    let millisecond = Duration.milliseconds(1)
    return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      while true {
        let left = moment - .now
        if left <= .zero { return true }
        if left <= millisecond {
          usleep(UInt32(left / .microseconds(1)))
        } else if read(into: buffer, timeout: left - millisecond) == .ended {
          return false
        }
      }
    }
  }
}
