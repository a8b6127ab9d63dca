import QuillonNumerics

/// Why a stroke was not read as a letter: the gate that rejected it, and the value it measured.
public struct Rejection: Equatable, Sendable {
  /// The gates and what they measure. ``RejectionGates`` gives their limits.
  public enum Gate: UInt8, Sendable {
    /// The duration of the stroke, s.
    case duration = 0
    /// The ratio of acceleration to turning, m/s per rad.
    case turning = 1
    /// The time from the last rest of the hand to the stroke, s.
    case restBefore = 2
    /// The time after the stroke without a rest of the hand, s.
    case restAfter = 3
    /// The larger of width and height, m. Strokes below the minimum size also have this gate.
    case extent = 4
    /// The smaller of width and height divided by the larger: finds a line that was retraced.
    case retracing = 5
    /// The share of the acceleration's energy along the normal of the plane, 0…1.
    case flatness = 6
  }

  /// The gate that rejected the stroke.
  public var gate: Gate
  /// The value that the gate measured, in its unit, Q19.12, clamped.
  public var value: Fixed<12>

  /// A rejection from its parts.
  public init(_ gate: Gate, value: Fixed<12>) {
    self.gate = gate
    self.value = value
  }
}

/// The gates that a stroke in space must pass before it is read as a letter.
///
/// No gate depends on the size or speed of one device's writers. The limits are those that no hand
/// exceeds. Use gates for strokes in space only.
public struct RejectionGates: OptionSet, Sendable {
  /// A bit for each gate.
  public let rawValue: UInt8

  /// The gates whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Accepts 0.3…4 s and 3 cm…2 m.
  public static var limits: Self { Self(rawValue: 1) }
  /// Accepts 2 m/s per rad or more.
  public static var turning: Self { Self(rawValue: 2) }
  /// Rejects a stroke whose smaller side is at most 0.18 times the larger one, and whose path is at
  /// least 1.6 times as long as the larger side.
  public static var retracing: Self { Self(rawValue: 4) }
  /// Accepts a stroke with at most as much of the acceleration's energy along the normal of the
  /// plane as within the plane.
  public static var flatness: Self { Self(rawValue: 16) }
  /// Requires a rest of the hand within 0.6 s before and after the stroke. The classification waits
  /// for it.
  public static var rest: Self { Self(rawValue: 8) }
  /// All gates except `rest`: recordings that were cut to strokes do not show a rest.
  public static var shape: Self { [.limits, .turning, .retracing, .flatness] }
  /// All gates.
  public static var all: Self { [.shape, .rest] }
}
