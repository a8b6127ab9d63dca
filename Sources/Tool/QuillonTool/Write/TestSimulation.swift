import ArgumentParser
import Foundation
import QuillonBridge
import QuillonSerial
import QuillonSimulator
import QuillonTraining

/// A simulated person who takes the test.
struct TestSimulation: ParsableArguments {
  @Flag(help: "Let a simulated person write what is asked for.")
  var simulated = false

  @Option(
    help: """
      With --simulated: the random seed. It chooses the person and the board's errors. The \
      default is 1.
      """)
  var seed: UInt64?

  @Flag(help: "With --simulated: write as fast as possible instead of in real time.")
  var fast = false

  func validate() throws {
    try (["--seed": seed != nil, "--fast": fast] as GivenOptions).refuse(
      without: "--simulated", unless: simulated)
  }

  /// A board with which somebody writes all labels of `test` in their order, waiting for its reader.
  ///
  /// - Throws: `HandwritingError` for a label that nobody can write, `LinkError`.
  func board(writing test: LetterTest, sensors: SensorOptions) throws -> TestBoard {
    let round = LabelList.text(of: test.labels)
    // A text has capitals for small letters, but a test asks for its exact labels.
    _ = try Figure.figures(of: round)
    let text = String(repeating: round, count: test.times)
    let written = try SimulatedText(text, seed: seed ?? 1, sensors: sensors)
    var script = BoardScript(
      .samples(written.trace.samples), pacing: fast ? .unpaced : .realTime)
    script.timeout = .seconds(10)
    return TestBoard(try VirtualBoard(script))
  }
}

/// The virtual board of a simulated person.
struct TestBoard {
  private let board: VirtualBoard

  init(_ board: VirtualBoard) { self.board = board }

  /// Opens the board's port; the writing begins.
  func connect() throws -> BoardConnection? {
    guard let format = BoardFormat.named("quillon") else { return nil }
    let port = try openTransport(path: board.path, baud: format.baud, dtr: .automatic)
    Thread { [board] in _ = board.run() }.start()
    return BoardConnection(transport: port, format: format, baud: format.baud)
  }

  /// Ends the board.
  func close() { board.close() }
}
