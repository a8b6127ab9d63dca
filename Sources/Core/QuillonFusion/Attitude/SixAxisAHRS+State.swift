import QuillonNumerics

extension SixAxisAHRS {
  /// All state that changes from sample to sample. Words follow the low-passes, which end with one,
  /// so that no padding is needed.
  struct State: Sendable {
    /// Specific force in the 6-axis frame, m/s².
    var gravity = LowPass<20>()
    /// The time since the last block boundary, µs.
    var blockElapsed: Int32 = 0
    /// The first two rows of the attitude's matrix.
    var rowX = LowPass<29>()
    /// How many blocks had a tilt, up to 100.
    var tiltCount: Int32 = 0
    var rowY = LowPass<29>()
    var clock = SampleClock()
    /// Body to the 6-axis frame, z up.
    var attitude = UnitQuaternion.identity
    /// The frame's z axis in the body frame, at the latest sample.
    var vertical = Vector3<30>(.zero, .zero, .one)
    /// The rate of the latest sample, rad/s.
    var rate = Vector3<25>.zero
    var stillness = SpecificForceStationaryDetector()
    var estimator = BiasEstimator()
    /// The block that is being summed, and what is left of the block that is being processed.
    var block = Block()
    var closed = BodySum()
    /// The low-passed specific force of the closed block.
    var averagedForce = Vector3<20>.zero
    /// The last turn of the frame, until the low-pass of gravity is turned too.
    var turn = UnitQuaternion.identity
    /// The tilt of the frame since the block before: the horizontal part of the direction of the
    /// averaged force.
    var tilt: (x: Fixed<30>, y: Fixed<30>) = (.zero, .zero)
    var hasTilt = false
    var work = Work.none
    var workPerSample: UInt8 = 1
    var isLevelled = false
    var isBiasKnown = false
  }

  /// The sums over a block.
  struct Block: Sendable {
    /// Specific force in the 6-axis frame, m/s², Q13. A sample after missing ones counts twice.
    var earthForce = Vector3<13>.zero
    /// The sums that do not depend on the attitude.
    var body = BodySum()
  }

  /// Sums in the body frame, rounded to coarser formats so that 100 samples fit.
  struct BodySum: Sendable {
    /// The number of samples.
    var count: Int32 = 0
    /// Specific force, m/s², Q15.
    var force = Vector3<15>.zero
    /// Angular rate, rad/s, Q18.
    var rate = Vector3<18>.zero
    /// True if a sample had no usable specific force. The block then does not measure gravity.
    var isSpoiled = false
  }

  /// The slices of a block's slow work, in order.
  enum Work: UInt8, Sendable {
    case level = 0
    case turnMemory = 1
    case stillness = 2
    case biasX = 3
    case biasY = 4
    case biasZ = 5
    case none = 6
  }
}
