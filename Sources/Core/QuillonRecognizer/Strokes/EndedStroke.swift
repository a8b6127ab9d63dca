import QuillonNumerics

/// What is stored of an ended stroke until it is read.
public struct EndedStroke: Sendable {
  /// How a stroke ended.
  public enum Ending: UInt8, Sendable {
    /// Samples were missing, so its path is not known.
    case gap = 0
    /// The stroke has fewer than two points.
    case tooShort = 1
    /// The stroke can be read.
    case complete = 2
    /// The attitude had not converged.
    case notConverged = 3
    /// A gate rejected the stroke: see ``Rejection``.
    case rejected = 4
  }

  /// How the stroke ended.
  @usableFromInline let ending: Ending
  /// How many bits are dropped from the coordinates in the plane, 0…16.
  var shift: Int8
  /// How many slots (points, pen marks and biases) the stroke occupies; 0 if it can't be read.
  @usableFromInline var slots: Int16
  /// When the stroke ended: the timestamp of the sample that ended it, µs.
  var time: UInt32
  /// The plane that the stroke is read in.
  var plane: WritingPlane
  /// The minimum size of a letter, in the unit of the positions.
  let minimumSize: Fixed<23>
  /// The drift that the arm's turning shows.
  let drift: PathDrift

  /// What fills the slots of the queue that hold no stroke.
  static var none: Self { Self(ending: .gap, time: 0) }

  /// A stroke that can't be read.
  init(ending: Ending, time: UInt32) {
    self.ending = ending
    self.time = time
    slots = 0
    plane = WritingPlane(right: .zero, down: .zero)
    minimumSize = .zero
    shift = 0
    drift = .none
  }

  /// A stroke that a gate rejected. `shift` stores the gate and `minimumSize` its value.
  init(_ rejection: Rejection, time: UInt32) {
    ending = .rejected
    self.time = time
    slots = 0
    plane = WritingPlane(right: .zero, down: .zero)
    minimumSize = Fixed(bits: rejection.value.bits)
    shift = Int8(truncatingIfNeeded: rejection.gate.rawValue)
    drift = .none
  }

  /// The gate that rejected the stroke, and its value; invalid for other endings.
  var rejection: Rejection {
    Rejection(
      Rejection.Gate(rawValue: UInt8(truncatingIfNeeded: shift)) ?? .duration,
      value: Fixed(bits: minimumSize.bits))
  }

  /// A complete stroke, to be read in `plane`.
  init(
    _ stroke: OpenStroke, time: UInt32, plane: WritingPlane, minimumSize: Fixed<23>,
    drift: PathDrift
  ) {
    ending = .complete
    slots = Int16(truncatingIfNeeded: stroke.slots)
    self.time = time
    self.plane = plane
    self.minimumSize = minimumSize
    shift = Int8(truncatingIfNeeded: stroke.shift)
    self.drift = drift
  }
}
