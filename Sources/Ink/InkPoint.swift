import FixedPoint
import Geometry

/// One stored point of a stroke in eight bytes: three coordinates with a common exponent, and the
/// time since the point before.
///
/// A letter is a few decimeters wide, but before drift is removed a point can lie a hundred meters
/// off. A common exponent keeps 15 significant bits of the largest coordinate in both cases, where a
/// fixed unit would have to choose between resolution and range.
@frozen
public struct InkPoint: Equatable, Sendable {
  /// Coordinates divided by 2^exponent.
  public private(set) var x: Int16
  public private(set) var y: Int16
  public private(set) var z: Int16
  /// Exponent in the upper 4 bits, ticks in the lower 12.
  private var timing: UInt16

  /// The length of a tick: 32 µs.
  public static var tick: UInt32 { 32 }
  /// The most ticks that fit, 131 ms.
  public static var maximumTicks: UInt32 { 4095 }

  /// The origin, at no distance in time.
  public static var zero: Self { Self(Vector3<0>.zero, ticks: 0) }

  /// The point nearest to `position`, whatever its unit, `ticks` × 32 µs after the one before.
  ///
  /// Each coordinate is rounded to a multiple of 2^e, where e = max(0, n − 15) and n is the number of
  /// magnitude bits of the largest: error at most 2⁻¹⁵ of the largest coordinate. Coordinates
  /// are clamped to ±2³⁰ (±128 m in Q8.23), ticks to 4,095.
  public init<let f: Int>(_ position: Vector3<f>, ticks: UInt32) {
    let x = Self.clamped(position.x.bits)
    let y = Self.clamped(position.y.bits)
    let z = Self.clamped(position.z.bits)
    let magnitudes = x.magnitude | y.magnitude | z.magnitude
    let bits = 32 &- Int32(truncatingIfNeeded: magnitudes.leadingZeroBitCount)
    let exponent = Swift.max(0, bits &- 15)
    self.x = Self.mantissa(x, exponent)
    self.y = Self.mantissa(y, exponent)
    self.z = Self.mantissa(z, exponent)
    timing =
      UInt16(truncatingIfNeeded: exponent) &<< 12
      | UInt16(truncatingIfNeeded: Swift.min(ticks, Self.maximumTicks))
  }

  /// Ticks of 32 µs since the point before.
  public var ticks: UInt32 { UInt32(truncatingIfNeeded: timing & 0x0FFF) }

  /// The coordinates in the unit they were stored in, which the caller knows.
  public func position<let f: Int>() -> Vector3<f> {
    let exponent = Int32(truncatingIfNeeded: timing &>> 12)
    return Vector3(
      Fixed(bits: Int32(truncatingIfNeeded: x) &<< exponent),
      Fixed(bits: Int32(truncatingIfNeeded: y) &<< exponent),
      Fixed(bits: Int32(truncatingIfNeeded: z) &<< exponent))
  }

  private static func clamped(_ c: Int32) -> Int32 {
    Swift.min(Swift.max(c, -(1 &<< 30 &- 1)), 1 &<< 30 &- 1)
  }

  /// Rounded to nearest; rounding up past the largest mantissa gives the largest.
  private static func mantissa(_ c: Int32, _ exponent: Int32) -> Int16 {
    let half: Int32 = exponent > 0 ? 1 &<< (exponent &- 1) : 0
    return Int16(truncatingIfNeeded: Swift.min((c &+ half) &>> exponent, 32_767))
  }
}
