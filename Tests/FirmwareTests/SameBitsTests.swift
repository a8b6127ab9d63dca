import QuillonEmulator
import QuillonFusion
import QuillonSimulator
import TestSupport
import Testing

/// Every board comes to the same bits as the host: each event, and a digest of the whole state after each
/// sample.
@Suite struct SameBitsTests {
  @Test(arguments: Machine.allCases)
  func simulatedLetters(_ machine: Machine) throws {
    try Project.firmware()
    try expectSameBits(
      on: machine, SampleSets.letters(), BoardReplay.letters(on: machine), classifications: 200)
  }

  /// A chunk that begins in the middle of a letter, where the attitude has to settle first, has fewer
  /// classifications.
  @Test(arguments: Machine.allCases, [RawAxes.six, .nine])
  func lettersOfRawSensors(_ machine: Machine, _ axes: RawAxes) throws {
    try expectSameBits(
      on: machine, SampleSets.rawAlphabet(writer: 11, axes: axes),
      classifications: machine == .nrf51822 ? 15 : 20)
  }

  @Test(arguments: Machine.allCases)
  func extremes(_ machine: Machine) throws {
    try expectSameBits(on: machine, SampleSets.extremes(seed: 300), classifications: 5)
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"), arguments: Machine.allCases)
  func recordedLetters(_ machine: Machine) throws {
    try expectSameBits(on: machine, SampleSets.recordings(), classifications: 490)
  }

  /// The control: one bit of one sample changes the output.
  @Test func aSingleBitIsSeen() {
    var samples = SampleSets.extremes(seed: 301)
    let before = BoardReplay.hostLines(samples, as: .stm32f405)
    samples[1_000].timestamp ^= 1
    #expect(BoardReplay.hostLines(samples, as: .stm32f405) != before)
  }

  private func expectSameBits(
    on machine: Machine, _ samples: [InertialSample], classifications: Int
  ) throws {
    try Project.firmware()
    let outcomes = try ReplayReader.chunks(samples, for: machine)
      .map { try BoardReplay.run($0, on: machine) }
    try expectSameBits(on: machine, samples, outcomes, classifications: classifications)
  }

  private func expectSameBits(
    on machine: Machine, _ samples: [InertialSample], _ outcomes: [BoardReplay.Outcome],
    classifications: Int
  ) throws {
    let reserve = try #require(
      try LinkedImage("ReplayImage", of: machine).sectionSizes()[".stack"])
    let chunks = ReplayReader.chunks(samples, for: machine)
    #expect(outcomes.count == chunks.count)
    var count = 0
    for (chunk, outcome) in zip(chunks, outcomes) {
      let expected = BoardReplay.hostLines(chunk, as: machine)
      let difference = zip(expected, outcome.lines).first { $0 != $1 }
      #expect(difference == nil, "host and \(machine.rawValue) differ first here")
      #expect(outcome.lines.count == expected.count)
      let stack = try #require(outcome.stack, "\(machine.rawValue) did not come to the end")
      #expect(stack < reserve, "\(machine.rawValue): the stack was in use to its end")
      count += expected.count { $0.hasPrefix("v") }
    }
    #expect(count >= classifications)
  }
}
