import EmulatedBoard
import Motion
import Pipeline
import Recognition
import Replay
import TestSupport
import Testing

/// Every board comes to the same bits as the host: each event, and a digest of the whole state after each
/// sample.
@Suite(.serialized) struct SameBitsTests {
  @Test(arguments: Machine.allCases)
  func simulatedLetters(_ machine: Machine) throws {
    try expectSameBits(on: machine, SampleSets.letters(), verdicts: 200)
  }

  @Test(arguments: Machine.allCases)
  func extremes(_ machine: Machine) throws {
    try expectSameBits(on: machine, SampleSets.extremes(seed: 300), verdicts: 5)
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"), arguments: Machine.allCases)
  func recordedLetters(_ machine: Machine) throws {
    try expectSameBits(on: machine, SampleSets.recordings(), verdicts: 490)
  }

  /// The control: one bit of one sample changes the digest.
  @Test func aSingleBitIsSeen() throws {
    var samples = SampleSets.extremes(seed: 301)
    let before = hostLines(samples)
    samples[1_000].timestamp ^= 1
    #expect(hostLines(samples) != before)
  }

  private func expectSameBits(
    on machine: Machine, _ samples: [InertialSample], verdicts: Int
  ) throws {
    try Project.firmware(machine)
    let expected = hostLines(samples)
    try #require(expected.count { $0.hasPrefix("v") } >= verdicts)
    let board = try EmulatedBoard(machine, image: machine.image("ReplayImage", in: Project.root))
    defer { board.close() }
    let told = BoardConversation.lines(of: board, sending: samples, expected: expected.count)
    let difference = zip(expected, told).first { $0 != $1 }
    #expect(difference == nil, "host and \(machine.rawValue) differ first here")
    #expect(told.count == expected.count)
  }

  private func hostLines(_ samples: [InertialSample]) -> [Substring] {
    var recognizer = Recognizer(model: .pseudorandom())
    var replay = Replay()
    var text: [UInt8] = []
    for sample in samples { replay.push(sample, into: &recognizer) { text.append($0) } }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }
}
