import QuillonFusion
import QuillonNumerics

/// Makes samples of one kind of what a board sends: with the board's own attitude if it sends one, else raw.
///
/// Half a second of readings tells which; until then there are no samples.
struct SampleContent: Sendable {
  /// So many readings with an acceleration tell what a board sends.
  private static let enough = 50
  /// For how long an attitude may stand in for one that was lost, µs.
  private static let longestHold: UInt32 = 100_000

  private var accelerations = 0
  private var attitudes = 0
  private var last: UInt32 = 0
  private var time: UInt32 = 0
  /// How long the readings took that told, µs, gaps and leaps of the clock not counted; nil before.
  var span: UInt32? { accelerations == Self.enough ? time : nil }
  private var held: UnitQuaternion?
  private var holdTime: UInt32 = 0

  /// The sample that a reading makes; nil while it is not known what the board sends, and for a reading that lacks what
  /// the others have.
  mutating func sample(_ reading: SensorReading) -> InertialSample? {
    guard let time = reading.time, var sample = InertialSample(reading, at: time) else {
      return nil
    }
    if let attitude = reading.attitude { (held, holdTime) = (attitude, time) }
    guard accelerations == Self.enough else {
      let step = time &- last
      if accelerations > 0, step <= Self.longestHold { self.time &+= step }
      last = time
      accelerations &+= 1
      if reading.attitude != nil { attitudes &+= 1 }
      return nil
    }
    guard attitudes &* 2 >= Self.enough else {
      sample.attitude = nil
      return reading.angularRate == nil ? nil : sample
    }
    guard let held, time &- holdTime <= Self.longestHold else { return nil }
    sample.attitude = held
    return sample
  }
}
