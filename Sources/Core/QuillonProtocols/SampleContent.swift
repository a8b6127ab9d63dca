import QuillonFusion
import QuillonNumerics

/// Makes all samples of the same kind: with the board's own attitude if it sends one, otherwise
/// raw.
///
/// The first half second of readings determines the kind. Until then there are no samples.
struct SampleContent: Sendable {
  /// The number of readings with an acceleration that determine the kind.
  private static let enough = 50
  /// How long an attitude may replace a lost one, µs.
  private static let longestHold: UInt32 = 100_000

  private var accelerations = 0
  private var attitudes = 0
  private var last: UInt32 = 0
  private var time: UInt32 = 0
  /// The duration of the determining readings, µs, without gaps and jumps of the clock; nil before
  /// they are complete.
  var span: UInt32? { accelerations == Self.enough ? time : nil }
  private var held: UnitQuaternion?
  private var holdTime: UInt32 = 0

  /// The sample of a reading; nil until the kind is known, and for a reading that lacks a part.
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
