import QuillonNumerics

/// What has to be known of a stroke that ended, to read it later.
public struct EndedStroke: Sendable {
  /// How a stroke ended.
  public enum Ending: UInt8, Sendable {
    /// Samples were missing, so its path is not known.
    case gap = 0
    /// With fewer than two points.
    case tooShort = 1
    /// It can be read.
    case complete = 2
    /// The attitude was not known well enough.
    case notConverged = 3
    /// A gate has rejected it: see ``Rejection``.
    case rejected = 4
  }

  /// How it ended.
  @usableFromInline let ending: Ending
  /// How many bits of its coordinates are dropped in the plane, 0…16.
  var shift: Int8
  /// How many points and biases of it are stored; none when it can't be read.
  @usableFromInline var slots: Int16
  /// When it ended, the timestamp of the sample that ended it, µs.
  var time: UInt32
  /// The plane to read it in.
  var plane: WritingPlane
  /// The size below which it is not magnified further, in its unit.
  let minimumSize: Fixed<23>

  /// Nothing.
  static var none: Self { Self(ending: .gap, time: 0) }

  /// A stroke that can't be read.
  init(ending: Ending, time: UInt32) {
    self.ending = ending
    self.time = time
    slots = 0
    plane = WritingPlane(right: .zero, down: .zero)
    minimumSize = .zero
    shift = 0
  }

  /// A stroke that a gate has rejected; its fields have no other use then.
  init(_ rejection: Rejection, time: UInt32) {
    ending = .rejected
    self.time = time
    slots = 0
    plane = WritingPlane(right: .zero, down: .zero)
    minimumSize = Fixed(bits: rejection.value.bits)
    shift = Int8(truncatingIfNeeded: rejection.gate.rawValue)
  }

  /// Which gate has rejected it, and why; of no meaning for other endings.
  var rejection: Rejection {
    Rejection(
      Rejection.Gate(rawValue: UInt8(truncatingIfNeeded: shift)) ?? .duration,
      value: Fixed(bits: minimumSize.bits))
  }

  /// The stroke that was written, to be read in `plane`.
  init(_ stroke: OpenStroke, time: UInt32, plane: WritingPlane, minimumSize: Fixed<23>) {
    ending = .complete
    slots = Int16(truncatingIfNeeded: stroke.slots)
    self.time = time
    self.plane = plane
    self.minimumSize = minimumSize
    shift = Int8(truncatingIfNeeded: stroke.shift)
  }
}
