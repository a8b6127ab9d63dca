import Foundation
import QuillonBridge
import QuillonEmulator
import QuillonFusion
import QuillonLivePage
import QuillonRecognizer
import QuillonSerial
import QuillonSimulator

/// The source of the page's samples: a board that may come, go and come back.
enum BoardSource: Sendable {
  /// A board on a serial port.
  case port(String, PortOptions, PenChoice)
  /// A virtual board that sends these samples, is unplugged and is plugged in again.
  case played([InertialSample], words: String)
  /// Firmware on an emulated board that gets these samples, is unplugged and is plugged in again.
  case emulated(Machine, [InertialSample], words: String)

  /// How long a simulated board is unplugged.
  private static let absence = Duration.seconds(3)
  /// The pause before a port that could not be read is tried again.
  private static let retryPause = Duration.seconds(2)
  /// How long to wait for the last classification of an emulated board, s.
  private static let rest = 2.0

  /// A description, for people.
  var words: String {
    switch self {
    case .port(let path, _, _): "board on \(path)"
    case .played(_, let words), .emulated(_, _, let words): words
    }
  }

  /// True for a board that recognizes letters itself.
  var recognizes: Bool {
    if case .emulated = self { true } else { false }
  }

  /// True for a board that nobody holds: simulated, emulated or replayed.
  var isSimulated: Bool {
    if case .port = self { false } else { true }
  }

  /// True for samples of which none has the pen down.
  var hasNoPen: Bool {
    if case .played(let samples, _) = self { !samples.contains { $0.pen == .down } } else { false }
  }

  /// Runs on the caller's thread and passes the board's events to `session` until the caller
  /// cancels.
  func run(into session: LiveSession, isCancelled: () -> Bool) throws {
    // A board that comes back uses the same format and columns. The emulator ends with this call.
    var found: PortOptions?
    var emulated: EmulatedBoard?
    defer { emulated?.close() }
    try session.follow(isCancelled: isCancelled) {
      emulated?.close()
      switch self {
      case .port(let path, let options, let pen):
        return try Self.open(path, options, pen, &found, session, isCancelled)
      case .played(let samples, _):
        guard pause(for: Self.absence, isCancelled: isCancelled) else { return nil }
        var script = BoardScript(samples: samples)
        script.timeout = .seconds(1)
        let board = try VirtualBoard(script)
        Thread { _ = board.run(isPaused: { session.isBoardPaused }) }.start()
        return BoardPort(
          transport: try openTransport(path: board.path, baud: 115_200, dtr: .automatic))
      case .emulated(let machine, let samples, _):
        guard pause(for: Self.absence, isCancelled: isCancelled) else { return nil }
        let board = try BoardOptions.boot(machine)
        emulated = board
        let sensed = SampleQueue()
        Self.play(samples, into: board, sensed, isPaused: { session.isBoardPaused })
        return BoardPort(transport: board.host, sensed: sensed)
      }
    }
  }

  private static func open(
    _ path: String, _ given: PortOptions, _ pen: PenChoice, _ found: inout PortOptions?,
    _ session: LiveSession, _ isCancelled: () -> Bool
  ) throws -> BoardPort? {
    let feed = session.feed
    var options = found ?? given
    var (isAnew, refusal) = (false, nil as String?)
    while true {
      do {
        if let columns = session.takeColumns() {
          (options, isAnew, refusal) = (given, true, nil)
          options.columns.columns = columns
          try options.columns.validate()
        }
        try options.recall(boardOn: path)
        let connection = try options.connect(
          to: path, waiting: true, isCancelled: { isCancelled() || session.hasColumns },
          tell: {
            Console.note($0.words)
            feed.append(trouble: $0.pageWords, seen: $0.seen)
          }, watched: session.received.keeping)
        guard let connection else {
          if session.hasColumns { continue }
          return nil
        }
        (options.format, options.completed) = (connection.format.name, connection.columns)
        found = options
        return BoardPort(
          transport: connection.transport, earlier: connection.earlier,
          stream: options.streamOptions(of: connection, pen: pen),
          found: connection.words + (refusal.map { [$0] } ?? []),
          rateUnit: connection.columns.units(of: connection.format).rate, isAnew: isAnew)
      } catch {
        // The page must not end because of a board that can be changed.
        let error = ToolError(error)
        guard error.code == .world || found != nil || isAnew else { throw error }
        // Columns that do not fit are not tried again.
        if isAnew { (options, refusal) = (given, error.message) }
        Console.note(error.message)
        feed.append(trouble: error.message)
        guard pause(for: retryPause, isCancelled: isCancelled) else { return nil }
      }
    }
  }

  /// Sends the samples to the emulated board and, because it sends letters only, to the page.
  private static func play(
    _ samples: [InertialSample], into board: EmulatedBoard, _ sensed: SampleQueue,
    isPaused: @escaping @Sendable () -> Bool
  ) {
    let (sensor, host) = (board.sensor, board.host)
    Thread {
      _ = SamplePlayer(samples).play(
        into: sensor, willSend: { sensed.append(samples[$0]) }, isPaused: isPaused)
      Thread.sleep(forTimeInterval: rest)
      host.close()
    }.start()
  }
}
