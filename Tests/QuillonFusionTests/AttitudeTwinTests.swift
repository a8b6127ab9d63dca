import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

/// The core's filter against the one in Double, fed with the same samples.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
struct AttitudeTwinTests {
  /// The farthest the two were apart, degrees and degrees a second.
  struct Deviation {
    var sixAxes = 0.0
    var nineAxes = 0.0
    var inclination = 0.0
    var bias = 0.0
    var restDiffers = 0
    var statusDiffers = 0
  }

  private struct Twins {
    var fixed = NineAxisAHRS(usesField: true)
    var double = ReferenceAHRS()
    var deviation = Deviation()

    mutating func push(_ row: MotionRecording.Row, timestamp: UInt32) {
      fixed.push(
        timestamp: timestamp, specificForce: row.force, angularRate: row.rate, field: row.field)
      double.push(
        timestamp: timestamp, force: row.force.reference, rate: row.rate.reference,
        field: row.field.reference)
      let degree = Double.pi / 180
      let level = fixed.attitudeWithoutField.reference.normalized
      let error = double.attitudeWithoutField * level.conjugate
      deviation.sixAxes = max(
        deviation.sixAxes, level.angle(to: double.attitudeWithoutField) / degree)
      deviation.nineAxes = max(
        deviation.nineAxes, fixed.attitude.reference.normalized.angle(to: double.attitude) / degree)
      deviation.inclination = max(deviation.inclination, FusionScore.inclination(error))
      deviation.bias = max(
        deviation.bias, (fixed.bias.reference - double.bias).length / degree)
      if fixed.isAtRest != double.isAtRest { deviation.restDiffers += 1 }
      if (fixed.status == .ready) != (double.status == .ready) { deviation.statusDiffers += 1 }
    }
  }

  @Test(arguments: ["broad", "repoimu"])
  func followsItsTwinAtEverySample(folder: String) throws {
    for recording in try MotionRecording.all(folder) {
      var twins = Twins()
      for row in recording.rows { twins.push(row, timestamp: row.timestamp) }
      let deviation = twins.deviation
      #expect(deviation.sixAxes <= 0.01 && deviation.nineAxes <= 0.01, "\(recording.name)")
      #expect(deviation.restDiffers == 0, "\(recording.name)")
      #expect(deviation.statusDiffers == 0, "\(recording.name)")
    }
  }

  /// Without a reset, over and over: rounding must not add up. 40 times, 31 hours, with
  /// QUILLON_REPETITIONS=40.
  @Test func followsItsTwinForHours() throws {
    let repetitions =
      ProcessInfo.processInfo.environment["QUILLON_REPETITIONS"].flatMap(Int.init) ?? 3
    for recording in try MotionRecording.all("broad") {
      var twins = Twins()
      var timestamp: UInt32 = 0
      for _ in 0..<repetitions {
        for row in recording.rows {
          twins.push(row, timestamp: timestamp)
          timestamp &+= 10_000
        }
      }
      #expect(twins.deviation.sixAxes <= 0.05, "\(recording.name) \(twins.deviation)")
    }
  }
}
