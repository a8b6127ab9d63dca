import QuillonNumerics

/// Finds where writing begins and ends by how hard the hand moves, for boards without a button.
///
/// It looks at the mean of the squared linear acceleration over 32 samples, which should come about 100 a
/// second (80 to 125). Something begins where the root of it reaches ``ending``; it is writing if the
/// root exceeds the beginning's threshold, and ends when it has stayed below ``ending`` for 20 samples. The angular
/// rate tells nothing: between letters the arm turns.
public struct MotionSegmenter: Sendable {
  /// What a user chooses.
  public struct Parameters: Equatable, Sendable {
    /// What the acceleration's root mean square exceeds at least once in what is written, m/s², Q23.8,
    /// ``ending``…8. The lower, the gentler the writing that is found, and the more of what is none.
    public var beginning: Fixed<8> {
      didSet { beginning = Self.limited(beginning) }
    }

    /// Parameters from their parts; by default 1.3 m/s².
    public init(beginning: Fixed<8> = Fixed(bits: 333)) {
      self.beginning = Self.limited(beginning)
    }

    private static func limited(_ threshold: Fixed<8>) -> Fixed<8> {
      threshold.clamped(to: MotionSegmenter.ending...Fixed(bits: 8 &<< 8))
    }
  }

  /// Below this root mean square the hand is taken to rest, m/s²: 0.8. A hand that holds still makes up to 0.4.
  public static var ending: Fixed<8> { Fixed(bits: 205) }
  /// How many samples before the one that something begins at belong to it: half the window.
  public static var lead: Int { 16 }
  /// How many samples at the end, when it is known, do not belong to it: 20 of quiet and half the window, less 4
  /// for what ends gently.
  public static var trail: Int { 32 }
  /// The longest that is followed, samples: 4 s and the trail. What goes on longer is no letter.
  public static var longest: UInt16 { 432 }

  /// What a sample has brought about.
  public enum Change: Equatable, Sendable {
    /// It goes on as before.
    case none
    /// Something begins, `lead` samples ago.
    case beginning
    /// What began was nothing.
    case withdrawal
    /// Writing has ended, `trail` samples ago.
    case end
    /// It goes on for too long; nothing follows until the hand rests.
    case excess
  }

  private enum State: UInt8 {
    case resting
    case stirring
    case writing
    case exceeding
  }

  private var state = State.resting
  private var quiet: UInt8 = 0
  private var length: UInt16 = 0

  /// A segmenter that has seen nothing.
  public init() {}

  /// True once what began has turned out to be writing, up to its end.
  public var isWriting: Bool { state == .writing }

  /// True while the latest samples were not quiet.
  public var isMoving: Bool { state != .resting && quiet == 0 }

  /// Takes the energy of the last 32 samples, m²/s⁴, UQ16.16, after each sample.
  ///
  /// Thresholds: Q.8 × Q.8 = Q.16, one term of at most 2²².
  public mutating func push(energy: UInt32, _ parameters: Parameters) -> Change {
    let isQuiet = energy < Self.square(Self.ending)
    let isWritten = energy >= Self.square(parameters.beginning)
    quiet = isQuiet ? Swift.min(quiet &+ 1, 20) : 0
    if length < Self.longest { length &+= 1 }
    switch state {
    case .resting:
      guard !isQuiet else { return .none }
      state = isWritten ? .writing : .stirring
      length = 0
      return .beginning
    case .stirring:
      if isQuiet {
        state = .resting
        return .withdrawal
      }
      if isWritten { state = .writing }
      return limitLength()
    case .writing:
      guard quiet == 20 else { return limitLength() }
      state = .resting
      return .end
    case .exceeding:
      if quiet == 20 { state = .resting }
      return .none
    }
  }

  /// A hand that stirs for long without writing has not begun yet.
  private mutating func limitLength() -> Change {
    guard length == Self.longest else { return .none }
    defer { state = .exceeding }
    return state == .writing ? .excess : .withdrawal
  }

  @inline(__always)
  private static func square(_ threshold: Fixed<8>) -> UInt32 {
    UInt32(bitPattern: threshold.bits &* threshold.bits)
  }
}
