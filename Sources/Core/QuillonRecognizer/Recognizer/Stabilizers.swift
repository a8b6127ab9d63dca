import QuillonFusion
import QuillonNumerics

/// What limits the drift of strokes, apart from the way the hand writes: integration, damping, rest and minimum size.
///
/// A model reads letters well only with the stabilizers that it was trained with.
public struct Stabilizers: Equatable, Sendable {
  /// Scheme, damping and shrinking of the integrator.
  public var integrator: DampedIntegrator.Parameters
  /// When the hand counts as being at rest within a stroke.
  public var rest: LinearAccelerationStationaryDetector.Parameters
  /// A rest within a stroke sets the velocity to 0 and corrects the positions stored so far.
  public var correctsAtRest: Bool
  /// Assumes that a stroke ends at rest and removes its drift accordingly.
  public var removesDrift: Bool
  /// The minimum size of a letter, m, Q8.23.
  public var minimumSize: Fixed<23>

  /// Stabilizers from their parts. The defaults are those of ``RecognizerParameters``.
  public init(
    integrator: DampedIntegrator.Parameters = .init(),
    rest: LinearAccelerationStationaryDetector.Parameters = MotionTracker.Parameters.standard.rest,
    correctsAtRest: Bool = false, removesDrift: Bool = true,
    minimumSize: Fixed<23> = Fixed(bits: 251_658)
  ) {
    self.integrator = integrator
    self.rest = rest
    self.correctsAtRest = correctsAtRest
    self.removesDrift = removesDrift
    self.minimumSize = minimumSize
  }
}

extension RecognizerParameters {
  /// The stabilizers among the parameters.
  public var stabilizers: Stabilizers {
    get {
      Stabilizers(
        integrator: motion.integrator, rest: motion.rest, correctsAtRest: correctsAtRest,
        removesDrift: removesDrift, minimumSize: minimumSize)
    }
    set {
      motion.integrator = newValue.integrator
      motion.rest = newValue.rest
      correctsAtRest = newValue.correctsAtRest
      removesDrift = newValue.removesDrift
      minimumSize = newValue.minimumSize
    }
  }
}

extension StrokeRecognizer {
  /// Uses these stabilizers from now on and discards a stroke that is being written.
  ///
  /// For a scorer whose ``InkScorer/strokes`` are `undamped`, they must neither damp nor shrink nor correct at rest. Call this only
  /// while no stroke is being read.
  public mutating func adopt(_ stabilizers: Stabilizers) { writer.adopt(stabilizers) }
}
