import QuillonNumerics

/// Finds where writing begins and ends from the motion of the hand, for boards without a button.
///
/// It uses the mean of the squared linear acceleration over 32 samples, at about 100 samples a
/// second (80 to 125). A motion begins when the root of this mean reaches ``ending``. It is writing
/// if the root exceeds the threshold ``Parameters/beginning``. It ends when the root has stayed
/// below ``ending`` for 20 samples. The angular rate is not used: between letters the arm turns.
public struct MotionSegmenter: Sendable {
  /// The parameters of the segmenter.
  public struct Parameters: Equatable, Sendable {
    /// The root mean square of the acceleration that writing must exceed at least once, m/s²,
    /// Q23.8, ``ending``…8; clamped. A lower value finds gentler writing, and more motion that is
    /// not writing.
    public var beginning: Fixed<8> {
      didSet { beginning = Self.limited(beginning) }
    }

    /// Parameters from their parts. The default is 1.3 m/s².
    public init(beginning: Fixed<8> = Fixed(bits: 333)) {
      self.beginning = Self.limited(beginning)
    }

    private static func limited(_ threshold: Fixed<8>) -> Fixed<8> {
      threshold.clamped(to: MotionSegmenter.ending...Fixed(bits: 8 &<< 8))
    }
  }

  /// The root mean square below which the hand counts as resting, m/s²: 0.8. A hand that holds
  /// still reaches up to 0.4.
  public static var ending: Fixed<8> { Fixed(bits: 205) }
  /// How many samples before the detected beginning belong to the motion: half the window.
  public static var lead: Int { 16 }
  /// How many samples before the detected end do not belong to the motion: 20 quiet samples and
  /// half the window, minus 4 for a gentle end.
  public static var trail: Int { 32 }
  /// The longest motion, in samples: 4 s and the trail. A longer motion is not a letter.
  public static var longest: UInt16 { 432 }

  /// The result of a sample.
  public enum Change: Equatable, Sendable {
    /// No change.
    case none
    /// A motion has begun, `lead` samples ago.
    case beginning
    /// The motion was not writing. Discard it.
    case withdrawal
    /// Writing has ended, `trail` samples ago.
    case end
    /// Writing has lasted too long. No change follows until the hand rests.
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

  /// A segmenter without samples.
  public init() {}

  /// True from the moment a motion is known to be writing until its end.
  public var isWriting: Bool { state == .writing }

  /// True while the hand moves: the latest sample was not quiet.
  public var isMoving: Bool { state != .resting && quiet == 0 }

  /// Processes the mean energy of the last 32 samples, m²/s⁴, UQ16.16. Call this after each sample.
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

  /// Ends a motion that has lasted too long. A long motion without writing has not begun as a
  /// stroke, so it is withdrawn.
  private mutating func limitLength() -> Change {
    guard length == Self.longest else { return .none }
    defer { state = .exceeding }
    return state == .writing ? .excess : .withdrawal
  }

  @inline(__always)
  private static func square(_ threshold: Fixed<8>) -> UInt32 {
    assert(Int64(threshold.bits) * Int64(threshold.bits) <= 1 << 22)
    return UInt32(bitPattern: threshold.bits &* threshold.bits)
  }
}
