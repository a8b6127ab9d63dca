import QuillonNumerics

/// Why a stroke was not read as a letter: the gate that rejected it, and by which value.
public struct Rejection: Equatable, Sendable {
  /// The gates, in order of what they cost. What they let pass stands in ``RejectionGates``.
  public enum Gate: UInt8, Sendable {
    /// How long it took, s.
    case duration = 0
    /// How hard it was accelerated against how fast it was turned, m/s per rad.
    case turning = 1
    /// How long before it the hand had rested last, s.
    case restBefore = 2
    /// How long after it the hand had not rested yet, s.
    case restAfter = 3
    /// The larger of width and height, m.
    case extent = 4
    /// The smaller of width and height, of the larger: a line that was gone to and fro.
    case retracing = 5
    /// How much of its acceleration's energy is along the normal of its plane, 0…1.
    case flatness = 6
  }

  /// Which one.
  public var gate: Gate
  /// What it measured, in its unit, Q19.12, clamped.
  public var value: Fixed<12>

  /// A rejection from its parts.
  public init(_ gate: Gate, value: Fixed<12>) {
    self.gate = gate
    self.value = value
  }
}

/// Which gates a stroke in space has to pass before it is read as a letter. None of them knows a size or speed
/// of one device's writers: the limits are those that no hand goes beyond. To be closed for strokes in space
/// only.
public struct RejectionGates: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// 0.3…4 s, and 3 cm…2 m.
  public static var limits: Self { Self(rawValue: 1) }
  /// At least 2 m/s per rad.
  public static var turning: Self { Self(rawValue: 2) }
  /// A way of 1.6 times the larger side or more keeps less than 0.18 times that side of the line.
  public static var retracing: Self { Self(rawValue: 4) }
  /// No more of the acceleration's energy along the normal of the plane than within the plane.
  public static var flatness: Self { Self(rawValue: 16) }
  /// Rest within 0.6 s before and after; the verdict waits for it.
  public static var rest: Self { Self(rawValue: 8) }
  /// All but rest, which cut recordings can't show.
  public static var shape: Self { [.limits, .turning, .retracing, .flatness] }
  /// All of them.
  public static var all: Self { [.shape, .rest] }
}
