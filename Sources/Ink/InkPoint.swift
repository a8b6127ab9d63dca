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
  @usableFromInline private(set) var timing: UInt16

  /// The length of a tick: 32 µs.
  public static var tick: UInt32 { 32 }
  /// The most ticks that a point can have, 131 ms.
  public static var maximumTicks: UInt32 { 4094 }
  /// What stands in a bias in place of ticks.
  @inlinable static var biasMark: UInt32 { 4095 }

  /// The origin, at no distance in time.
  public static var zero: Self { Self(Vector3<0>.zero, timing: 0) }

  /// The point nearest to `position`, whatever its unit, `ticks` × 32 µs after the one before.
  ///
  /// Each coordinate is rounded to a multiple of 2^e, where e = max(0, n − 15) and n is the number of
  /// magnitude bits of the largest: error at most 2⁻¹⁵ of the largest coordinate, or 2⁻¹⁴ where
  /// rounding it might carry. Coordinates are clamped to ±2³⁰ (±128 m in Q8.23), ticks to 4,094.
  public init<let f: Int>(_ position: Vector3<f>, ticks: UInt32) {
    self.init(position, timing: Swift.min(ticks, Self.maximumTicks))
  }

  /// The acceleration error of the points that follow, m/s², Q10.21: no point itself.
  init(bias: Vector3<21>) { self.init(bias, timing: Self.biasMark) }

  @inline(__always)
  private init<let f: Int>(_ position: Vector3<f>, timing: UInt32) {
    let (x, y, z) = (position.x, position.y, position.z)
    // Of a negative number one less than its magnitude, which does as well.
    let magnitudes = UInt32(
      bitPattern: (x.bits ^ x.bits &>> 31) | (y.bits ^ y.bits &>> 31) | (z.bits ^ z.bits &>> 31))
    // As much more as rounding may add, so that no coordinate is rounded up past 15 bits.
    let zeros = (magnitudes &+ magnitudes &>> 15).leadingZeroBitCount
    let exponent = Swift.min(Swift.max(17 &- Int32(truncatingIfNeeded: zeros), 0), 15)
    let half = Fixed<f>(bits: (1 &<< exponent) &>> 1)
    self.x = Self.clamped(x.addingWithSaturation(half).bits &>> exponent)
    self.y = Self.clamped(y.addingWithSaturation(half).bits &>> exponent)
    self.z = Self.clamped(z.addingWithSaturation(half).bits &>> exponent)
    self.timing = UInt16(truncatingIfNeeded: UInt32(bitPattern: exponent) &<< 12 | timing)
  }

  /// Ticks of 32 µs since the point before.
  @inlinable @inline(__always)
  public var ticks: UInt32 { UInt32(truncatingIfNeeded: timing & 0x0FFF) }

  /// True of a bias, which is no point.
  @inlinable @inline(__always)
  var isBias: Bool { ticks == Self.biasMark }

  /// The common exponent, 0…15.
  @inlinable @inline(__always)
  public var exponent: Int32 { Int32(truncatingIfNeeded: timing &>> 12) }

  /// The coordinates in the unit they were stored in, which the caller knows.
  public func position<let f: Int>() -> Vector3<f> {
    Vector3(
      Fixed(bits: Int32(truncatingIfNeeded: x) &<< exponent),
      Fixed(bits: Int32(truncatingIfNeeded: y) &<< exponent),
      Fixed(bits: Int32(truncatingIfNeeded: z) &<< exponent))
  }

  @inline(__always)
  private static func clamped(_ mantissa: Int32) -> Int16 {
    Int16(truncatingIfNeeded: Swift.min(Swift.max(mantissa, -32_768), 32_767))
  }
}
