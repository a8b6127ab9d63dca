import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// Pushes samples into a recognizer and writes the results as text, the same on every
/// machine: a line for each event and for each 64 samples, with the digest of all states so far.
public struct Replay {
  private var digest = StateDigest()
  private var samples: UInt32 = 0
  /// The recognizer asks for no north; this is what else the core can make of the samples of a board
  /// with a magnetometer.
  private var compass = NineAxisAHRS(usesField: true)

  /// A replay that has seen nothing.
  public init() {}

  /// Pushes a sample and hands the text's bytes to `send`.
  public mutating func push<Scorer>(
    _ sample: InertialSample, into recognizer: inout StrokeRecognizer<Scorer>, send: (UInt8) -> Void
  ) {
    let event = recognizer.push(sample)
    samples &+= 1
    followField(sample)
    take(event, from: &recognizer)
    if event != nil || samples & 63 == 0 { report(event, send: send) }
  }

  /// No more samples come: the events that are still to be reported.
  public mutating func finish<Scorer>(
    _ recognizer: inout StrokeRecognizer<Scorer>, send: (UInt8) -> Void
  ) {
    while let event = recognizer.finish() {
      take(event, from: &recognizer)
      report(event, send: send)
    }
  }

  // Not inlined, so that what it needs is on the stack only while it runs.
  @inline(never)
  private mutating func followField(_ sample: InertialSample) {
    guard case .specificForce(let force) = sample.acceleration, let rate = sample.angularRate,
      let field = sample.magneticField
    else { return }
    compass.push(
      timestamp: sample.timestamp, specificForce: force, angularRate: rate, field: field)
    digest.add(compass.attitude.rotate(Vector3<30>(.one, .zero, .zero)))
    digest.add(compass.vertical)
  }

  private mutating func take<Scorer>(
    _ event: Event?, from recognizer: inout StrokeRecognizer<Scorer>
  ) {
    digest.add(event)
    digest.add(&recognizer)
  }

  /// The last line: how many bytes of stack were in use.
  public func finish(stack: UInt32, send: (UInt8) -> Void) {
    TextLine.end(stack, send: send)
  }

  /// A letter for what happened, the number of samples, the digest and, of a classification, label, score and margin.
  private func report(_ event: Event?, send: (UInt8) -> Void) {
    switch event {
    case nil: send(UInt8(ascii: "s"))
    case .abandoned: send(UInt8(ascii: "a"))
    case .rejected: send(UInt8(ascii: "r"))
    case .classification: send(UInt8(ascii: "v"))
    }
    TextLine.write(samples, send: send)
    TextLine.write(digest.value, send: send)
    if case .classification(let classification) = event {
      TextLine.write(UInt32(truncatingIfNeeded: classification.label), send: send)
      TextLine.write(UInt32(bitPattern: classification.score.bits), send: send)
      TextLine.write(UInt32(bitPattern: classification.margin.bits), send: send)
    }
    send(UInt8(ascii: "\n"))
  }
}
