import QuillonBridge
import QuillonFusion
import QuillonSerial
import QuillonSimulator
import TestSupport
import Testing

/// A virtual board with a bridge on it, and what came of it.
struct Connection {
  var report: BoardReport
  var events: [BridgeEvent]
  var summary: BridgeSummary
  var ending: Bridge.Ending

  /// Plays `script` to a new bridge to its end.
  init(_ script: BoardScript, calibration: SensorCalibration? = nil) throws {
    let bridge = try Self.bridge()
    bridge.calibration = calibration
    let board = try VirtualBoard(script)
    let player = Worker { board.run() }
    let port = try openTransport(path: board.path, baud: 115_200, dtr: .automatic)
    defer { port.close() }
    var events: [BridgeEvent] = []
    ending = bridge.run(port) { events.append($0) }
    report = try player.result()
    self.events = events
    summary = bridge.summary
  }

  /// A bridge that knows the arrows.
  static func bridge() throws -> Bridge {
    Bridge(model: try #require(Arrow.model()), labels: Arrow.labels)
  }

  /// The samples received.
  var samples: [InertialSample] { events.samples }
  /// How many packets came whole.
  var packetCount: Int {
    events.count { event in
      switch event {
      case .hello, .status, .pen, .sample, .fault, .calibration, .stabilizers, .labels: true
      case .letter, .abandoned, .rejected, .tooSmall, .unusable, .gap, .motion, .truncated: false
      }
    }
  }
  /// The labels of the letters recognized.
  var word: String { events.letters.map(\.label).joined() }
}

extension [BridgeEvent] {
  var samples: [InertialSample] {
    compactMap { if case .sample(let sample, _) = $0 { sample } else { nil } }
  }

  var letters: [Letter] {
    compactMap { if case .letter(let letter) = $0 { letter } else { nil } }
  }
}

extension [InertialSample] {
  /// Whether all of them stand in `others` in the same order.
  func isSubsequence(of others: [InertialSample]) -> Bool {
    var rest = others[...]
    return allSatisfy { sample in
      guard let index = rest.firstIndex(of: sample) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }
}
