import Foundation
import QuillonConversions
import QuillonNumerics

/// Finds out whether a magnetic field can be the Earth's, from a whole recording.
///
/// In one room the Earth's field has one length and one dip, however the board is turned. A magnet on the board shifts it, iron deforms it, and
/// axes with wrong signs mirror it: then the length or the dip changes with the attitude. One reading counts for each 15° of turning, so a rest
/// does not outweigh the turns. If fewer than a third of them agree in length, within 10 %, and in dip, within 10°, the field can't be the
/// Earth's. None of 23 recordings of BROAD and RepoIMU is refused, some of which were made near magnets. A wrong axis may pass if the board was
/// turned little, or if the field was weak along that axis.
public struct EarthFieldCheck {
  private static let leastShare = 1.0 / 3
  private static let turn = 15 * Double.pi / 180
  /// Fewer readings are not conclusive. More than `most` are thinned out.
  private static let (least, most) = (30, 4_000)

  private var readings: [(length: Double, dip: Double)] = []
  private var counted: SIMD4<Double>?

  /// A check that has seen nothing.
  public init() {}

  /// Adds a reading, any unit, body frame, and the attitude at the same moment, body to a frame whose z axis points up.
  public mutating func add(_ field: Vector3<19>, attitude: UnitQuaternion) {
    let (q, f) = (attitude.double, field.double)
    let length = (f * f).sum().squareRoot()
    guard length > 0 else { return }
    if let counted {
      let cosine = min(abs((q * counted).sum()), 1)
      guard 2 * acos(cosine) >= Self.turn else { return }
    }
    counted = q
    let (w, x, y, z) = (q[0], q[1], q[2], q[3])
    let up = SIMD3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    readings.append((length, -asin(min(max((up * f).sum() / length, -1), 1)) * 180 / .pi))
    if readings.count > Self.most {
      readings = readings.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    }
  }

  /// Why the field can't be the Earth's, in words; nil if it can be.
  public var objection: String? {
    guard readings.count >= Self.least, agreeingShare < Self.leastShare else { return nil }
    func range(_ values: [Double]) -> String {
      let sorted = values.sorted()
      return String(
        format: "%.0f to %.0f", sorted[sorted.count / 10], sorted[sorted.count * 9 / 10])
    }
    return """
      as the board turned, its length was \(range(readings.map(\.length))) and its dip \
      \(range(readings.map(\.dip)))°
      """
  }

  /// The greatest share of readings that agree with one of them.
  private var agreeingShare: Double {
    let step = max(readings.count / 200, 1)
    let agreeing = stride(from: 0, to: readings.count, by: step).map { index in
      let one = readings[index]
      return readings.count {
        abs($0.length / one.length - 1) < 0.1 && abs($0.dip - one.dip) < 10
      }
    }
    return Double(agreeing.max() ?? 0) / Double(max(readings.count, 1))
  }
}
