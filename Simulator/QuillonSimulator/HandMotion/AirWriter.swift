import QuillonRecordings
import QuillonReferenceModel

/// A person who writes in the air with a board in the hand.
public struct AirWriter: Sendable {
  /// The number of the person.
  public let seed: UInt64
  /// How this person writes.
  public var style: WritingStyle
  /// How steady the hand is.
  public var steadiness: Steadiness
  /// How this person holds the board. The yaw, the direction that the person faces, differs each
  /// time.
  public var posture: ReferenceEulerAngles
  /// How the board is fastened to the hand. It rotates the board's axes into the hand's: x to the
  /// writer's right, y up, z out of the writing plane.
  public var mounting = ReferenceQuaternion.identity
  /// How long the board lies still before this person picks it up, s, in the posture in which it
  /// will be held. A board that has to estimate its gyroscope's bias needs this time.
  public var lyingTime = 0.0
  /// How long this person holds still before and after each letter, s; 0 is no longer than the pen
  /// needs.
  ///
  /// If it is above 0, the move to the next letter is slow. A board without a pen uses these pauses
  /// to find where a letter begins and ends.
  public var holdTime = 0.0
  /// How long the move to the next letter takes, s; nil means 0.5 to 0.8, or 1.2 to 1.6 for a
  /// person who holds still.
  public var wayTime: ClosedRange<Double>?
  /// The magnetic field where this person writes.
  public var earthField = EarthField()

  /// The person `seed`, who holds the board up facing the writer, or laid back, at a pitch of 0.5
  /// to 1.4 rad and rolled by up to 0.25 rad.
  public init(seed: UInt64) {
    self.seed = seed
    style = WritingStyle(seed: seed)
    steadiness = Steadiness()
    var random = SeededRandom(seed: seed ^ 0x706F_7374_7572_6500)
    posture = ReferenceEulerAngles(
      roll: random.uniform(in: -0.25...0.25), pitch: random.uniform(in: 0.5...1.4), yaw: 0)
  }

  /// The trace that an ideal board would measure while this person writes `text`, as `Figure` reads
  /// it, letter by letter in the same place.
  ///
  /// It begins with a rest with the pen up. For each letter the pen is down from just before the
  /// letter starts until just after it ends. On the way to the next letter the pen is up. It ends
  /// with a rest.
  ///
  /// Rows are at times 0, 1/rate, 2/rate ... and have every column. The attitude's reference frame
  /// is x to magnetic north, y west, z up. The same writer, text, rate and `sample` give the same
  /// rows.
  ///
  /// - Throws: `HandwritingError` for anything but a capital letter from A to Z, a digit, a dash, a
  ///   gesture, or a space, which is a pause.
  public func trace(
    of text: String, rate: Double = 100, sample: UInt64 = 0
  ) throws(HandwritingError) -> Trace {
    var shapes = shapes(sample: sample)
    var random = SeededRandom(seed: shapes.next())
    let held = ReferenceEulerAngles(
      roll: posture.roll + random.normal(deviation: 0.04),
      pitch: min(posture.pitch + random.normal(deviation: 0.06), .pi / 2),
      yaw: random.uniform(in: -.pi...(.pi)))
    let board = HeldBoard(
      posture: ReferenceQuaternion(held), steadiness: steadiness, lyingTime: lyingTime,
      random: &random)
    let script = try Script(
      text: text, style: style, holdTime: holdTime, wayTime: wayTime, shapes: &shapes,
      random: &random)
    let count = Int(((lyingTime + script.duration) * rate).rounded(.up))
    let rows = (0...count).map { index in
      let time = Double(index) / rate
      let moment = script.moment(at: time - lyingTime)
      return row(
        time: time, motion: board.motion(at: time, state: moment.state), letter: moment.letter)
    }
    return Trace(
      comments: ["simulated: \(text), writer \(seed), sample \(sample), \(rate) Hz"], rows: rows)
  }

  /// The `letter` as this person would draw it on a screen: one stroke in meters, with y down and
  /// with times, at `rate` points a second.
  ///
  /// It is exactly the movement of the first letter of a trace with the same `sample`, up to its
  /// position.
  ///
  /// - Throws: `HandwritingError` for a character that is neither a capital letter from A to Z nor a digit.
  public func ink(
    of letter: Character, rate: Double = 100, sample: UInt64 = 0
  ) throws(HandwritingError) -> InkSample {
    var shapes = shapes(sample: sample)
    _ = shapes.next()
    let states = try style.trajectory(of: .letter(letter), random: &shapes).states(rate: rate)
    let points = states.enumerated().map { index, state in
      InkSample.Point(
        x: state.position.x, y: state.position.y, time: Double(index) / rate)
    }
    return InkSample(
      label: String(letter), writer: "simulated/\(seed)",
      strokes: [InkSample.Stroke(isPenDown: true, points: points)])
  }

  /// The random numbers that make one time differ from the next. The first number seeds everything
  /// except the letters' shapes.
  private func shapes(sample: UInt64) -> SeededRandom {
    var mixed = SeededRandom(seed: seed)
    return SeededRandom(seed: mixed.next() &+ sample)
  }

  private func row(
    time: Double, motion: HeldBoard.Motion, letter: Script.Letter?
  ) -> TraceRow {
    let attitude = motion.attitude * mounting
    let intoBody = attitude.conjugate
    let gravity = ReferenceVector(0, 0, ReferenceSample.gravity)
    var row = TraceRow(time: time)
    row.specificForce = intoBody.rotate(motion.acceleration + gravity)
    row.linearAcceleration = intoBody.rotate(motion.acceleration)
    row.angularRate = mounting.conjugate.rotate(motion.angularRate)
    row.magneticField = intoBody.rotate(earthField.vector)
    row.attitude = attitude.components
    row.isPenDown = letter != nil
    row.stroke = letter?.index
    row.label = letter?.figure.name
    return row
  }
}
