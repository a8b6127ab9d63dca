import Foundation
import QuillonConversions
import QuillonNumerics

/// Finds out whether a magnetic field can be the Earth's, from a whole recording.
///
/// In one room the Earth's field has one length and one dip, however the board is turned. A magnet on the board shifts it, iron deforms it, and
/// axes with wrong signs mirror it: then the length or the dip changes with the attitude. The middle half of the readings counts, so a
/// disturbance of less than a quarter of the time does not.
public struct EarthFieldCheck {
  /// The greatest ratio of lengths of the middle half. Of 23 recordings with a good magnetometer the largest is 1.08.
  private static let greatestRatio = 1.25
  /// The greatest range of the dip of the middle half, degrees.
  private static let greatestDip = 30.0
  /// Fewer readings say nothing.
  private static let least = 50

  private var lengths: [Double] = []
  private var dips: [Double] = []

  /// A check that has seen nothing.
  public init() {}

  /// Takes a reading, any unit, and the direction up at the same moment, both in the body frame.
  public mutating func add(_ field: Vector3<19>, up: Vector3<30>) {
    let (field, length) = (field.double, field.double.length)
    guard length > 0 else { return }
    lengths.append(length)
    dips.append(-asin(min(max((field * up.double).sum() / length, -1), 1)) * 180 / .pi)
  }

  /// Why the field can't be the Earth's, in words; nil if it can be.
  public var objection: String? {
    guard lengths.count >= Self.least else { return nil }
    let (length, dip) = (Self.middleHalf(lengths), Self.middleHalf(dips))
    if length.upperBound > Self.greatestRatio * length.lowerBound {
      return String(
        format: "its length is between %.0f and %.0f as the board turns", length.lowerBound,
        length.upperBound)
    }
    if dip.upperBound - dip.lowerBound > Self.greatestDip {
      return String(
        format: "its dip is between %.0f° and %.0f° as the board turns", dip.lowerBound,
        dip.upperBound)
    }
    return nil
  }

  private static func middleHalf(_ values: [Double]) -> ClosedRange<Double> {
    let sorted = values.sorted()
    return sorted[sorted.count / 4]...sorted[sorted.count * 3 / 4]
  }
}
