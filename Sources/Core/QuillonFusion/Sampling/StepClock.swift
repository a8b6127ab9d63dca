import QuillonNumerics

/// Converts device timestamps to time steps, and detects gaps and timestamps without a step.
public struct StepClock: Sendable {
  /// The meaning of a timestamp.
  public enum Step: Equatable, Sendable {
    /// The first timestamp. There is no step yet.
    case first
    /// A step of 1…`maximumStep` µs.
    case step(UInt32)
    /// The same or an earlier time: no time has passed.
    case none
    /// More than `maximumStep` µs. The motion in between is unknown.
    case gap
  }

  /// The longest step to integrate over, µs.
  public let maximumStep: UInt32
  package private(set) var last: UInt32 = 0
  package private(set) var isStarted = false

  /// A clock without a timestamp. `maximumStep` is clamped to 1…131,072 µs, the longest step that
  /// ink can store.
  public init(maximumStep: UInt32) {
    self.maximumStep = Swift.min(Swift.max(maximumStep, 1), 131_072)
  }

  /// Advances to the next timestamp, µs modulo 2³².
  ///
  /// Differences are modulo 2³², so a counter that wraps is no exception. A difference of 2³¹
  /// or more means a timestamp up to 35.8 min in the past. It counts as `.none`, and time continues
  /// from it. So a board whose clock is set back loses only one step.
  public mutating func advance(to timestamp: UInt32) -> Step {
    let elapsed = timestamp &- last
    last = timestamp
    guard isStarted else {
      isStarted = true
      return .first
    }
    if elapsed == 0 || elapsed >= 1 &<< 31 { return .none }
    return elapsed <= maximumStep ? .step(elapsed) : .gap
  }

  /// A time of at most 2¹⁷ µs as seconds, Q0.32 (below ½ s); within 3 ulp, and never too long.
  ///
  /// 2³² / 10⁶ = 4,294 + 15,848 · 2⁻¹⁴ + 10⁻⁵. Two terms in 32 bits: UQ17.0 × UQ13.0, and
  /// UQ17.0 × UQ0.14, below 2³¹.
  @inlinable @inline(__always)
  public static func seconds(_ microseconds: UInt32) -> Fixed<32> {
    assert(microseconds <= 1 << 17)
    let bits = microseconds &* 4_294 &+ (microseconds &* 15_848) &>> 14
    return Fixed(bits: Int32(bitPattern: bits))
  }
}
