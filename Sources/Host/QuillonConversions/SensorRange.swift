import QuillonFusion
import QuillonNumerics

/// The full scales of a board's accelerometer and gyroscope.
public struct SensorRange: Equatable, Sendable {
  /// The greatest specific force that the accelerometer can measure, m/s²; nil if unknown.
  public var force: Double?
  /// The greatest angular rate that the gyroscope can measure, rad/s; nil if unknown.
  public var rate: Double?

  /// The share of the full scale from which on a reading counts as clipped. The scale of a sensor errs by
  /// about 1 %, and its digital range may end that much earlier.
  public static let clippedShare = 0.99
  /// m/s² in a g.
  public static let gravity = 9.80665

  /// Ranges in the data sheets' units; nil and 0 stand for unknown.
  ///
  /// - Parameters:
  ///   - g: The accelerometer's full scale, g.
  ///   - degrees: The gyroscope's full scale, °/s.
  public init(g: Double? = nil, degrees: Double? = nil) {
    force = g.flatMap { $0 > 0 ? $0 * Self.gravity : nil }
    rate = degrees.flatMap { $0 > 0 ? $0 * .pi / 180 : nil }
  }

  /// The ranges that `text` names: the accelerometer's in g and, after a comma, the gyroscope's in °/s, as in
  /// `16,2000` or `16`. Nil for any other text, and for ranges that no sensor has: over 1,000 g or 10,000 °/s.
  public init?(_ text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...2).contains(numbers.count), let g = numbers[0], (0.1...1_000).contains(g) else {
      return nil
    }
    var degrees: Double?
    if numbers.count == 2 {
      guard let number = numbers[1], (1...10_000).contains(number) else { return nil }
      degrees = number
    }
    self.init(g: g, degrees: degrees)
  }

  /// The text that `init(_:)` reads; nil if the accelerometer's full scale is unknown.
  public var option: String? {
    force.map { force in
      ([force / Self.gravity] + (rate.map { [$0 * 180 / .pi] } ?? [])).map(Self.text)
        .joined(separator: ",")
    }
  }

  /// These ranges, and those of `other` where these are unknown.
  public func completed(by other: SensorRange) -> SensorRange {
    var range = self
    range.force = force ?? other.force
    range.rate = rate ?? other.rate
    return range
  }

  /// The full scales for a filter, which gets readings that are corrected already.
  ///
  /// A correction moves the end of the range. What is left of it on the worst axis counts: with the limit L, the
  /// offset o and the gain G, |Gᵢᵢ| (L − |oᵢ|) − Σ |Gᵢⱼ| (L + |oⱼ|), j ≠ i.
  ///
  /// - Parameters:
  ///   - parameters: the filter's, whose other values stay.
  ///   - calibration: what corrects the readings; nil for nothing.
  public func parameters(
    _ parameters: SixAxisAHRS.Parameters = .init(), after calibration: SensorCalibration?
  ) -> SixAxisAHRS.Parameters {
    var parameters = parameters
    let (accelerometer, gyroscope) = (calibration?.accelerometer, calibration?.gyroscope)
    parameters.forceFullScale =
      force.map { Fixed(Self.limit($0, accelerometer?.offset.double, accelerometer?.gain)) } ?? .max
    parameters.rateFullScale =
      rate.map { Fixed(Self.limit($0, gyroscope?.offset.double, gyroscope?.gain)) } ?? .max
    return parameters
  }

  private static func limit(
    _ fullScale: Double, _ offset: SIMD3<Double>?, _ gain: GainMatrix?
  ) -> Double {
    let (limit, offset) = (fullScale * clippedShare, offset ?? .zero)
    let rows = gain.map { [$0.x.double, $0.y.double, $0.z.double] }
    return (0..<3).map { axis in
      (0..<3).reduce(0) { sum, column in
        let entry = rows.map { abs($0[axis][column]) } ?? (axis == column ? 1 : 0)
        return column == axis
          ? sum + entry * (limit - abs(offset[column]))
          : sum - entry * (limit + abs(offset[column]))
      }
    }.min() ?? limit
  }
}

extension SensorRange: CustomStringConvertible {
  /// The known ranges, as in `±16 g, ±2000 °/s`; `unknown` if there is none.
  public var description: String {
    let parts = [
      force.map { "±\(Self.text($0 / Self.gravity)) g" },
      rate.map { "±\(Self.text($0 * 180 / .pi)) °/s" },
    ].compactMap(\.self)
    return parts.isEmpty ? "unknown" : parts.joined(separator: ", ")
  }

  /// A number to three digits behind the point, without zeros at its end.
  private static func text(_ value: Double) -> String {
    let rounded = (value * 1_000).rounded() / 1_000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
