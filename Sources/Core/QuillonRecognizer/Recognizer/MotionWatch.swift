import QuillonFusion
import QuillonNumerics

/// What is measured of the motion in addition to the path. The pen detection and the gates use it.
struct MotionWatch {
  var history = MotionHistory()
  var segmenter = MotionSegmenter()
  var effort = MotionEffort()
  var rest = HandStationaryDetector()
  /// The time between the last rest of the hand and the beginning of the stroke, µs.
  private(set) var restAge = Int32.max

  /// A rest this soon after the beginning of a stroke still counts as the rest before it, µs.
  private static var lateRest: UInt32 { 200_000 }

  /// A stroke begins at `time`, µs.
  mutating func begin(at time: UInt32) {
    effort = MotionEffort()
    restAge = rest.age(at: time)
  }

  /// Adds a sample, `elapsed` µs after the beginning of the stroke. `isEffort` is true if it
  /// counts toward the effort.
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

  /// Samples are missing. Forgets everything before the gap.
  mutating func interrupt() {
    history.clear()
    rest.reset()
    segmenter = MotionSegmenter()
  }
}
