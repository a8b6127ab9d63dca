import Foundation
import QuillonFusion

/// The ticks of a stage, as counted by LatencyImage on a board.
public struct StageTicks: Sendable {
  /// The ticks of several inputs. The ticks of an input are those of all its repetitions together.
  public struct Statistics: Sendable {
    /// How many inputs there were.
    public var inputs: Double
    /// The mean of their ticks.
    public var mean: Double
    /// The maximum of their ticks.
    public var maximum: Double
  }

  /// How many times the stage was run for each input.
  public var repetitions: Double
  /// The ticks of the recorded letters.
  public var recorded: Statistics
  /// The ticks of the inputs that were searched for the slowest one.
  public var searched: Statistics

  /// Measures all stages. The result has them by name.
  ///
  /// - Parameters:
  ///   - machine: a board whose images have been built.
  ///   - project: the project's folder.
  ///   - samples: recorded letters. As many are used as fit beside the image on the smallest board,
  ///     with a single sample of each pause between them.
  /// - Throws: ``EmulationError``.
  public static func measured(
    on machine: Machine, _ variant: ImageVariant = .usual, in project: URL,
    samples: [InertialSample]
  ) throws -> [String: StageTicks] {
    let tape = try tape(of: samples)
    let board = try EmulatedBoard(
      machine, image: machine.image("LatencyImage\(variant.suffix)", in: project),
      replay: tape.file,
      isCounting: true)
    defer { board.close() }
    let said = withExtendedLifetime(tape) { board.listenToText() }
    guard said.stack != nil else { throw EmulationError.unfinished("LatencyImage", machine) }
    return parsed(said.lines)
  }

  /// Measures all stages on a board with a sensor chip, in virtual time.
  ///
  /// - Parameters: as above.
  /// - Throws: ``EmulationError``.
  public static func measured(
    on board: ChipBoard, _ variant: ImageVariant = .usual, in project: URL,
    samples: [InertialSample]
  ) throws -> [String: StageTicks] {
    let tape = try tape(of: samples)
    let emulated = try EmulatedChipBoard(board, variant, in: project, replay: tape.file)
    defer { emulated.close() }
    let said = withExtendedLifetime(tape) { emulated.host.readImageText() }
    guard said.stack != nil else { throw EmulationError.unfinishedOnChipBoard(board) }
    return parsed(said.lines)
  }

  /// The samples of letters, as many as every board has room for.
  private static func tape(of samples: [InertialSample]) throws -> ReplayReader {
    let letters = samples.indices.filter { index in
      samples[index].pen == .down || index > 0 && samples[index - 1].pen == .down
    }.map { samples[$0] }
    return try ReplayReader(letters.prefix(ReplayReader.capacity(of: .nrf51822)))
  }

  private static func parsed(_ lines: [Substring]) -> [String: StageTicks] {
    lines.reduce(into: [:]) { stages, line in
      if let (name, stage) = parsed(line) { stages[name] = stage }
    }
  }

  /// Parses a line: a name, then seven numbers in hexadecimal; nil for any other line.
  static func parsed(_ line: Substring) -> (name: String, stage: StageTicks)? {
    let words = line.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int($0, radix: 16) }.map(Double.init)
    guard numbers.count == 7 else { return nil }
    return (
      String(words[0]),
      StageTicks(
        repetitions: numbers[0],
        recorded: Statistics(
          inputs: numbers[1], mean: numbers[2] / numbers[1], maximum: numbers[3]),
        searched: Statistics(
          inputs: numbers[4], mean: numbers[5] / numbers[4], maximum: numbers[6]))
    )
  }
}
