import EmulatedBoard

/// A stage as LatencyImage counted it.
struct StageTicks {
  /// The ticks of an input's repetitions together.
  struct Tally {
    var inputs: Double
    var mean: Double
    var maximum: Double
  }

  var repetitions: Double
  var recorded: Tally
  var searched: Tally

  /// All stages by name. The recorded letters are as many of one writer's as fit beside the image on the
  /// smallest board, with a single sample of each pause between them.
  static func measured(on machine: Machine) throws -> [String: StageTicks] {
    let samples = try SampleSets.alphabet(writer: 1)
    let letters = samples.indices.filter { index in
      samples[index].pen == .down || index > 0 && samples[index - 1].pen == .down
    }.map { samples[$0] }
    let tape = try Tape(letters.prefix(2_900))
    let board = try EmulatedBoard(
      machine, image: machine.image("LatencyImage", in: Project.root), replay: tape.file,
      isCounting: true)
    defer { board.close() }
    let said = withExtendedLifetime(tape) { board.listenToText() }
    guard said.stack != nil else { return [:] }
    var stages: [String: StageTicks] = [:]
    for line in said.lines {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { Int($0, radix: 16) }.map(Double.init)
      guard numbers.count == 7 else { continue }
      stages[String(words[0])] = StageTicks(
        repetitions: numbers[0],
        recorded: Tally(
          inputs: numbers[1], mean: numbers[2] / numbers[1], maximum: numbers[3]),
        searched: Tally(
          inputs: numbers[4], mean: numbers[5] / numbers[4], maximum: numbers[6]))
    }
    return stages
  }
}
