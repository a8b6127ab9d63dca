import QuillonFusion
import QuillonNumerics

/// What is watched of the motion beside the path, for those who find the pen by it or close a gate.
struct MotionWatch {
  var history = MotionHistory()
  var segmenter = MotionSegmenter()
  var effort = MotionEffort()
  var rest = HandStationaryDetector()
  /// How long before the stroke the hand had rested, µs.
  private(set) var restAge = Int32.max

  /// Within so many µs of its beginning a stroke may still show the rest before it.
  private static var lateRest: UInt32 { 200_000 }

  /// A stroke begins at `time`, µs.
  mutating func begin(at time: UInt32) {
    effort = MotionEffort()
    restAge = rest.age(at: time)
  }

  /// Takes a sample `elapsed` µs after the stroke's beginning, which counts as effort or not.
  mutating func add(
    _ acceleration: Vector3<23>, _ rate: Vector3<25>?, microseconds: UInt32, at time: UInt32,
    elapsed: UInt32, isEffort: Bool
  ) {
    history.push(acceleration, microseconds: microseconds)
    let turning = squaredTurning(rate)
    rest.observe(recentEnergy: history.recentEnergy, turning: turning, at: time)
    if elapsed < Self.lateRest && rest.age(at: time) == 0 { restAge = 0 }
    if isEffort { effort.add(acceleration, turning: turning) }
  }

  /// Samples are missing: what was before them tells nothing.
  mutating func interrupt() {
    history.clear()
    rest.reset()
    segmenter = MotionSegmenter()
  }
}
