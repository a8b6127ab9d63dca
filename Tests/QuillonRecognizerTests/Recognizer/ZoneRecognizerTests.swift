import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonTraining
import Testing

/// The recognizer of firmware with a perceptron: it reads damped strokes as the host's recognizer does.
@Suite struct ZoneRecognizerTests {
  /// Stabilizers of every kind.
  private static let kinds: [Stabilizers] = [
    Stabilizers.dampedLab,
    Stabilizers(integrator: damped(1), removesDrift: false),
    Stabilizers(integrator: damped(15)),
    Stabilizers(
      integrator: DampedIntegrator.Parameters(
        rule: IntegrationRule(scheme: .euler, damping: Fixed(0.5)))),
    Stabilizers(
      integrator: DampedIntegrator.Parameters(speedShrinkage: Fixed(0.25)), removesDrift: false),
    Stabilizers(integrator: DampedIntegrator.Parameters(distanceShrinkage: Fixed(0.1))),
    Stabilizers(integrator: damped(2), correctsAtRest: true, minimumSize: Fixed(0.01)),
    Stabilizers(correctsAtRest: true),
  ]

  private static func damped(_ damping: Double) -> DampedIntegrator.Parameters {
    DampedIntegrator.Parameters(rule: IntegrationRule(scheme: .halfStep, damping: Fixed(damping)))
  }

  private static func samples(seed: UInt64, raw: Bool) throws -> [InertialSample] {
    var hand = AirWriter(seed: seed)
    hand.lyingTime = raw ? 4 : 0
    let trace = SensorErrors.phone.apply(to: try hand.trace(of: "QUILON"), seed: seed)
    return (raw ? trace.raw(.six) : trace).replaySamples.map(\.sample)
  }

  /// Every event, and velocity and position after every sample.
  @Test(arguments: kinds.indices, [false, true])
  func readsAsTheHostDoes(_ kind: Int, _ isRaw: Bool) throws {
    let stabilizers = Self.kinds[kind]
    var parameters = RecognizerParameters()
    parameters.stabilizers = stabilizers
    var host = Recognizer(model: LinearModel.dampedLab, parameters: parameters)
    var board = ZoneRecognizer()
    board.use(LinearModel.dampedLab)
    board.adopt(stabilizers)
    #expect(board.parameters == parameters)
    var answers = 0
    for sample in try Self.samples(seed: 3, raw: isRaw) {
      let event = host.push(sample)
      try #require(board.push(sample) == event)
      try #require(board.tracker.integrator.position == host.tracker.integrator.position)
      try #require(board.tracker.integrator.velocity == host.tracker.integrator.velocity)
      if event != nil { answers += 1 }
    }
    #expect(answers == 6, "a strong damping makes letters too small, which is an answer, too")
  }

  /// New stabilizers drop the stroke that is being written, and hold for the next one.
  @Test func newStabilizersHoldFromTheNextStrokeOn() throws {
    var parameters = RecognizerParameters()
    parameters.stabilizers = Self.kinds[1]
    var host = Recognizer(model: LinearModel.dampedLab, parameters: parameters)
    var board = ZoneRecognizer()
    board.use(LinearModel.dampedLab)
    let samples = try Self.samples(seed: 4, raw: false)
    let begin = try #require(samples.firstIndex { $0.pen == .down })
    for sample in samples[...(begin + 20)] { #expect(board.push(sample) == nil) }
    #expect(board.pointCount > 0)
    board.adopt(Self.kinds[1])
    #expect(board.pointCount == 0 && board.tracker.integrator.velocity == .zero)
    let end = try #require(samples[begin...].firstIndex { $0.pen == .up })
    for sample in samples[(begin + 21)..<end] {
      var lifted = sample
      lifted.pen = .up
      _ = (board.push(lifted), host.push(lifted))
    }
    var letters = 0
    for sample in samples[end...] {
      let event = host.push(sample)
      try #require(board.push(sample) == event)
      if case .classification = event { letters += 1 }
    }
    #expect(letters == 5)
  }

  /// The damped perceptron reads damped letters of people whom it has never met. The seeds are those that no training uses.
  @Test(arguments: [UInt64](1_000_001...1_000_005), [1.0, 2.0])
  func readsAtLeast15Of26(_ seed: UInt64, _ damping: Double) throws {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let trace = SensorErrors.phone.apply(
      to: try AirWriter(seed: seed).trace(of: alphabet), seed: seed)
    var board = ZoneRecognizer()
    board.use(LinearModel.dampedLab)
    board.adopt(Stabilizers(integrator: Self.damped(damping)))
    let labels = alphabet.map(String.init)
    var answers: [String] = []
    for replayed in trace.replaySamples {
      guard let event = board.push(replayed.sample) else { continue }
      if case .classification(let answer) = event {
        answers.append(labels[Int(answer.label)])
      } else {
        answers.append("-")
      }
    }
    try #require(answers.count == 26)
    #expect(zip(answers, labels).count { $0 == $1 } >= 15)
  }
}
