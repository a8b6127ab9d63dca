import Foundation
import QuillonConversions
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

/// The same motion at other rates and with worse clocks must come out as well, within 5 %.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
struct AttitudeRateTests {
  private func inclination(_ change: (MotionRecording) -> MotionRecording) throws -> Double {
    mean(
      try MotionRecording.all("broad").map {
        FusionScore(change($0), usesField: false).inclination
      })
  }

  @Test(arguments: [50.0, 95, 200, 400])
  func isAsGoodAtOtherRates(rate: Double) throws {
    let clean = try inclination { $0 }
    let other = try inclination { $0.resampled(to: rate) }
    #expect(other <= 1.05 * clean, "\(rate) Hz: \(other)°, at 100 Hz \(clean)°")
  }

  @Test(arguments: [(jitter: 2_000, loss: 0), (jitter: 0, loss: 0.01), (jitter: 2_000, loss: 0.01)])
  func isAsGoodWithBadClocks(jitter: Int, loss: Double) throws {
    let clean = try inclination { $0 }
    let other = try inclination { $0.disturbed(jitter: jitter, loss: loss, seed: 7) }
    #expect(other <= 1.05 * clean, "\(jitter) µs, \(loss): \(other)°, clean \(clean)°")
  }
}

extension MotionRecording {
  /// The motion as another sensor would have recorded it, if each row's rate holds since the row
  /// before: the mean rate since its last sample, and the force at the time.
  fileprivate func resampled(to rate: Double) -> MotionRecording {
    let turns = rows.reduce(into: [ReferenceVector.zero]) { sums, row in
      sums.append((sums.last ?? .zero) + row.rate.reference * 0.01)
    }
    func turn(_ time: Double) -> ReferenceVector {
      let place = min(max(time * 100 + 1, 0), Double(turns.count - 1))
      let index = min(Int(place), turns.count - 2)
      return turns[index] + (turns[index + 1] - turns[index]) * (place - Double(index))
    }
    var copy = self
    let end = Double(rows.count - 1) / 100
    copy.rows = (1..<Int(end * rate)).map { k in
      let (time, before) = (Double(k) / rate, Double(k - 1) / rate)
      let index = min(Int(time * 100 + 1e-6), rows.count - 2)
      let part = time * 100 - Double(index)
      var row = rows[part < 0.5 ? index : index + 1]
      row.timestamp = UInt32((time * 1e6).rounded())
      row.force = rows[part < 1e-6 ? index : index + 1].force
      row.rate = Vector3((turn(time) - turn(before)) * rate)
      row.attitude = Self.between(rows[index].attitude, rows[index + 1].attitude, part)
      return row
    }
    return copy
  }

  private static func between(
    _ a: ReferenceQuaternion?, _ b: ReferenceQuaternion?, _ part: Double
  ) -> ReferenceQuaternion? {
    guard let a, let b else { return part < 1e-6 ? a : nil }
    let sign = (a.components * b.components).sum() < 0 ? -1.0 : 1
    let q = a.components * (1 - part) + b.components * (sign * part)
    return ReferenceQuaternion(q[0], q[1], q[2], q[3]).normalized
  }

  /// With timestamps that are up to `jitter` µs off, and without a share of the rows.
  fileprivate func disturbed(jitter: Int, loss: Double, seed: UInt64) -> MotionRecording {
    var random = SeededRandom(seed: seed)
    var copy = self
    copy.rows = rows.compactMap { row in
      var row = row
      let shift = Int((random.uniform(in: -1...1) * Double(jitter)).rounded())
      row.timestamp = UInt32(Int(row.timestamp) + 10_000 + shift)
      return random.uniform() < loss ? nil : row
    }
    return copy
  }
}
