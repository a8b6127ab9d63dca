import QuillonEmulator
import QuillonFusion
import QuillonRecognizer
import QuillonVerification
import Synchronization

/// The same samples replayed on a board and on the host.
enum BoardReplay {
  /// A board's output: the replay's lines, and the stack that it used, bytes; nil when the board
  /// stopped before the end.
  typealias Outcome = (lines: [Substring], stack: Int?)

  /// The lines of the host, with the model of `machine`.
  static func hostLines(
    _ samples: some Sequence<InertialSample>, as machine: Machine
  ) -> [Substring] {
    lines(samples, Recognizer(model: machine.model))
  }

  /// The lines of a recognizer of the host.
  static func lines(
    _ samples: some Sequence<InertialSample>, _ recognizer: consuming Recognizer
  ) -> [Substring] {
    var recognizer = recognizer
    var replay = Replay()
    var text: [UInt8] = []
    for sample in samples { replay.push(sample, into: &recognizer) { text.append($0) } }
    replay.finish(&recognizer) { text.append($0) }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }

  /// Boots ReplayImage with `samples` beside it.
  static func run(
    _ samples: some Sequence<InertialSample>, on machine: Machine
  ) throws -> Outcome {
    try EmulatedBoard.replay(samples, on: machine, in: Project.root)
  }

  /// The answers of `machine` to the simulated letters, piece by piece; replayed once a test run.
  static func letters(on machine: Machine) throws -> [Outcome] {
    try letterRuns.withLock { runs in
      if let known = runs[machine] { return known }
      let outcomes = try ReplayReader.chunks(SampleSets.letters(), for: machine)
        .map { try run($0, on: machine) }
      runs[machine] = outcomes
      return outcomes
    }
  }

  private static let letterRuns = Mutex<[Machine: [Outcome]]>([:])

  /// The most stack that ReplayImage has in use over the simulated letters, bytes, painted; nil when it
  /// did not come to the end.
  static func stack(on machine: Machine) throws -> Int? {
    let stacks = try letters(on: machine).map(\.stack)
    return stacks.contains(nil) ? nil : stacks.compactMap(\.self).max()
  }
}
