import EmulatedBoard
import Models
import Motion
import Pipeline
import Replay
import Synchronization

/// The same samples replayed on a board and on the host.
enum BoardReplay {
  /// What a board said: the replay's lines, and the stack that it took, bytes; nil when the board
  /// stopped before the end.
  typealias Outcome = (lines: [Substring], stack: Int?)

  /// The lines of the host.
  static func hostLines(_ samples: some Sequence<InertialSample>) -> [Substring] {
    var recognizer = Recognizer(model: StandardModel.makeModel())
    var replay = Replay()
    var text: [UInt8] = []
    for sample in samples { replay.push(sample, into: &recognizer) { text.append($0) } }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }

  /// Boots ReplayImage with `samples` beside it.
  static func run(
    _ samples: some Sequence<InertialSample>, on machine: Machine
  ) throws -> Outcome {
    let tape = try Tape(samples)
    let board = try EmulatedBoard(
      machine, image: machine.image("ReplayImage", in: Project.root), replay: tape.file)
    defer { board.close() }
    return withExtendedLifetime(tape) { board.listenToText() }
  }

  /// The most stack that ReplayImage has in use over the simulated letters, bytes, painted.
  static func stack(on machine: Machine) throws -> Int? {
    try Tape.pieces(SampleSets.letters(), for: machine)
      .map { try run($0, on: machine).stack }
      .reduce(0) { most, next in next.flatMap { next in most.map { max($0, next) } } }
  }
}
