// For rounding, which calls the library of mathematics: without an import it is not linked.
import QuillonNumerics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Fixed {
  /// The value of the format that is nearest to `value`.
  ///
  /// Ties round away from zero. Values out of range are clamped. Not-a-number gives 0. Host only:
  /// the core uses no floating point.
  @inlinable
  public init(_ value: Double) {
    let scaled = (value * Self.scale).rounded()
    guard !scaled.isNaN else {
      self = .zero
      return
    }
    self.init(bits: scaled >= 0x1p31 ? .max : scaled < -0x1p31 ? .min : Int32(scaled))
  }

  /// The same for `Float` and every other floating-point type.
  @inlinable
  public init<Value: BinaryFloatingPoint>(_ value: Value) { self.init(Double(value)) }

  /// The value as a Double. The conversion is exact.
  @inlinable
  public var double: Double { Double(bits) / Self.scale }

  /// The nearest `Float`.
  @inlinable
  public var float: Float { Float(double) }

  /// 2ᶠ.
  @inlinable
  static var scale: Double { Double(sign: .plus, exponent: fractionBits, significand: 1) }
}
