import Bridge
import Foundation
import Motion
import Recordings
import SerialLink
import Synchronization
import VirtualBoard

extension ViewCommand {
  /// The board that the command line asks for.
  func boardSource() throws -> BoardSource {
    if let port { return .port(port, baud: baud, dtr: dtr) }
    if let trace {
      let samples = sensors.sent(try Trace(noting: trace)).samples
      let name = URL(fileURLWithPath: trace).lastPathComponent
      return .played(samples, words: "replay of \(name)")
    }
    let written = try SimulatedText(text, seed: seed, sensors: sensors)
    return .played(written.trace.samples, words: "simulated board writing \(written.text)")
  }
}

/// Where the samples of the page come from.
enum BoardSource: Sendable {
  /// A board on a serial port.
  case port(String, baud: Int, dtr: DataTerminalReady)
  /// A virtual board that sends these samples, is unplugged and plugged in again.
  case played([InertialSample], words: String)

  /// How long a virtual board is unplugged, s.
  private static let pause = 3.0

  /// What it is, for people.
  var words: String {
    switch self {
    case .port(let path, _, _): "board on \(path)"
    case .played(_, let words): words
    }
  }

  /// The open port of the board, once it is there; nil when the caller lost interest.
  func open(isCancelled: () -> Bool) throws -> (any ByteTransport)? {
    switch self {
    case .port(let path, let baud, let dtr):
      return try openWhenPresent(path: path, isCancelled: isCancelled) {
        try openTransport(path: path, baud: baud, dtr: dtr)
      }
    case .played(let samples, _):
      let end = Date(timeIntervalSinceNow: Self.pause)
      while Date() < end {
        if isCancelled() { return nil }
        Thread.sleep(forTimeInterval: 0.05)
      }
      let board = try VirtualBoard(BoardScript(samples: samples))
      Thread { _ = board.run() }.start()
      return try openTransport(path: board.path, baud: 115_200, dtr: .automatic)
    }
  }
}

/// The thread that reads the board, as seen by the rest: whether it is to end, and why it has.
final class BoardWatch: Sendable {
  private let outcome = Mutex<Result<Void, any Error>?>(nil)

  /// True when reading is over, or ought to be.
  var isOver: Bool { outcome.withLock { $0 != nil } }

  /// Reading is over, or ought to be; the first reason counts.
  func end(with result: Result<Void, any Error> = .success(())) {
    outcome.withLock { if $0 == nil { $0 = result } }
  }

  /// Waits for the end and throws what caused it, if it was an error.
  func wait() async throws {
    while true {
      if let result = outcome.withLock({ $0 }) { return try result.get() }
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}
