import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import TestSupport
import Testing

/// Letters whose strokes are joined if the pen is set down again soon enough.
@Suite struct SeveralStrokesTests {
  /// Two pushes of the board, each of half a second from rest to rest, `pause` samples apart.
  private func strokes(pause: Int) -> [InertialSample] {
    var moves: [(a: SIMD3<Double>, pen: PenState)] = []
    let directions = [SIMD3<Double>(1, 0, 0), SIMD3(0, -1, 0)]
    for (direction, rest) in zip(directions, [pause, 100]) {
      for step in 0..<50 { moves.append((direction * (step < 25 ? 4 : -4), .down)) }
      for _ in 0..<rest { moves.append((.zero, .up)) }
    }
    return moves.enumerated().map { index, move in
      InertialSample(
        timestamp: UInt32(index) * 10_000, acceleration: .linear(Vector3<23>(move.a)),
        attitude: .identity, pen: move.pen)
    }
  }

  private func events(
    _ samples: [InertialSample], penUpTime: UInt16
  ) -> [(sample: Int, event: Event)] {
    var recognizer = Recognizer(
      model: PackedModel.simulatedAir,
      parameters: RecognizerParameters(writing: WritingSettings(penUpTime: penUpTime)))
    var events = samples.enumerated().compactMap { index, sample in
      recognizer.push(sample).map { (index, $0) }
    }
    while let event = recognizer.finish() { events.append((samples.count, event)) }
    return events
  }

  /// A letter is one event, whose path has both strokes.
  @Test func strokesThatFollowSoonAreOneLetter() throws {
    let samples = strokes(pause: 20)
    let joined = events(samples, penUpTime: 300)
    #expect(joined.count == 1)
    #expect(events(samples, penUpTime: 0).count == 2)
    // In the air the pen leaves no gap: the same path with the pen down throughout.
    var one = samples
    for index in 50..<70 { one[index].pen = .down }
    #expect(joined.map { $0.event } == events(one, penUpTime: 0).map { $0.event })
  }

  /// What the pen did while it was up in vain is removed again, to the last bit; the events come later.
  @Test(arguments: [31, 40, 90]) func strokesThatFollowLaterAreLettersOfTheirOwn(pause: Int) {
    let samples = strokes(pause: pause)
    let waited = events(samples, penUpTime: 300)
    let plain = events(samples, penUpTime: 0)
    #expect(waited.map { $0.event } == plain.map { $0.event })
    #expect(plain.count == 2)
    for (late, early) in zip(waited, plain) { #expect(late.sample == early.sample + 30) }
  }

  /// A letter whose pen is lifted when no more samples come is ended.
  @Test func theLastLetterIsNotLost() {
    let samples = Array(strokes(pause: 20).prefix(60))
    #expect(events(samples, penUpTime: 300).count == 1)
  }

  /// A gap in the data while the pen is up ends the letter and spoils nothing.
  @Test func aGapWhileThePenIsUpEndsTheLetter() {
    var samples = strokes(pause: 20)
    for index in 60..<samples.count { samples[index].timestamp &+= 5_000_000 }
    let events = events(samples, penUpTime: 300).map { $0.event }
    #expect(events.count == 2)
    for event in events {
      guard case .classification = event else {
        Issue.record("\(event)")
        continue
      }
    }
  }
}
