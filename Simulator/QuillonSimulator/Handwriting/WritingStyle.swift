import QuillonReferenceModel

/// How one person writes.
public struct WritingStyle: Equatable, Sendable {
  /// The height of a letter, m.
  public var size = 0.2
  /// The width of a letter, relative to the table of shapes.
  public var aspect = 1.0
  /// The angle by which letters lean to the right, rad.
  public var slant = 0.0
  /// The angle at which lines rise, rad, counterclockwise.
  public var rotation = 0.0
  /// The time that everything takes, relative to the plain style.
  public var tempo = 1.0
  /// The share of the shorter of two movements during which both go on when there is no turn
  /// between them, 0 (a stop at each corner) ... 0.9.
  public var fluency = 0.55
  /// How long this person pauses at one corner of each letter that has corners, s.
  public var hesitation = 0.0
  /// The deviation of this person's corners from the table of shapes: standard deviation as a share
  /// of the size.
  public var habit = 0.0
  /// The number that selects the habits. The same number is the same person.
  public var habitSeed: UInt64 = 0
  /// The deviation of one letter's corners from this person's habit: standard deviation as a share
  /// of the size.
  public var wobble = 0.0

  /// The plain style: letters as in the table of shapes, upright, 0.2 m high.
  public init() {}

  /// A person. Everything is drawn from `seed` within the range of what people do in the air, with
  /// letters 0.14 ... 0.28 m high.
  public init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    size = random.uniform(in: 0.14...0.28)
    aspect = random.uniform(in: 0.8...1.2)
    slant = Self.limited(random.normal(mean: 0.05, deviation: 0.1), to: 0.25)
    rotation = Self.limited(random.normal(deviation: 0.07), to: 0.2)
    tempo = random.uniform(in: 0.88...1.1)
    fluency = random.uniform(in: 0.4...0.7)
    habit = 0.03
    habitSeed = random.next()
    wobble = random.uniform(in: 0.01...0.025)
  }

  private static func limited(_ value: Double, to bound: Double) -> Double {
    min(max(value, -bound), bound)
  }
}
