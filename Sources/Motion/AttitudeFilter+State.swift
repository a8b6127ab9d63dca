import FixedPoint
import Geometry

extension AttitudeFilter {
  /// All that changes from sample to sample.
  struct State: Sendable {
    var clock = SampleClock()
    /// Body to the 6-axis frame, z up.
    var attitude = UnitQuaternion.identity
    /// The frame's z axis in the body, of the latest sample.
    var vertical = Vector3<30>(.zero, .zero, .one)
    /// The rate of the latest sample, rad/s.
    var rate = Vector3<25>.zero
    /// Specific force in the 6-axis frame, m/s².
    var gravity = LowPass<20>()
    /// The first two rows of the attitude's matrix.
    var rowX = LowPass<29>()
    var rowY = LowPass<29>()
    var stillness = StillnessDetector()
    var estimator = BiasEstimator()
    var heading = HeadingCorrection()
    /// The block that is being summed, and the one that is being worked on.
    var block = Block()
    var closed = Block()
    /// The time since the last boundary of blocks, µs.
    var blockElapsed: Int32 = 0
    /// What `closed` and the low-passes have given so far.
    var averagedForce = Vector3<20>.zero
    /// By how much the frame was last turned, until the memory of gravity is turned too.
    var turn = UnitQuaternion.identity
    var averagedRows: (x: Vector3<29>, y: Vector3<29>) = (.zero, .zero)
    /// How far the frame had tilted since the block before: the horizontal part of the direction of
    /// the averaged force.
    var tilt: (x: Fixed<30>, y: Fixed<30>) = (.zero, .zero)
    /// The blocks that have had a tilt, up to 100.
    var tiltCount: UInt8 = 0
    var hasTilt = false
    var work = Work.none
    var workPerSample: UInt8 = 1
    var fieldWork = FieldWork.none
    var isLevelled = false
    var isBiasKnown = false
  }

  /// What is summed over a block. Rounded to coarser formats, so that 120 samples fit.
  struct Block: Sendable {
    /// How many samples.
    var count: Int32 = 0
    /// Specific force in the 6-axis frame, m/s², Q14; a sample behind missing ones counts twice.
    var earthForce = Vector3<14>.zero
    /// Specific force, m/s², Q15.
    var force = Vector3<15>.zero
    /// Angular rate, rad/s, Q18.
    var rate = Vector3<18>.zero
    /// True when a sample had no usable specific force: then the block tells nothing about gravity.
    var isSpoiled = false
  }

  /// The slices of a block's slow work, in their order.
  enum Work: UInt8, Sendable {
    case level = 0
    case turnMemory = 1
    case stillness = 2
    case rows = 3
    case biasX = 4
    case biasY = 5
    case biasZ = 6
    case none = 7
  }

  /// The slices about the field.
  enum FieldWork: UInt8, Sendable {
    /// The next field is to be measured.
    case measure
    /// The heading is to be corrected.
    case correct
    /// Done for this block.
    case none
  }
}
