import QuillonNumerics

/// One stored point of a stroke in eight bytes: three coordinates with a common exponent, and the
/// time since the point before.
///
/// A letter is a few decimeters wide, but before drift is removed a point can lie a hundred meters
/// away. A common exponent keeps 15 significant bits of the largest coordinate in both cases. A
/// fixed unit would have to choose between resolution and range.
@frozen
public struct InkPoint: Equatable, Sendable {
  /// The x coordinate divided by 2^`exponent`.
  public private(set) var x: Int16
  /// The y coordinate divided by 2^`exponent`.
  public private(set) var y: Int16
  /// The z coordinate divided by 2^`exponent`.
  public private(set) var z: Int16
  /// Exponent in the upper 4 bits, ticks in the lower 12.
  @usableFromInline private(set) var timing: UInt16

  /// The length of a tick: 32 µs.
  public static var tick: UInt32 { 32 }
  /// The most ticks that a point can have, 131 ms.
  public static var maximumTicks: UInt32 { 4093 }
  /// This value in place of ticks marks a slot where the pen is lifted or set down.
  @inlinable static var penMark: UInt32 { 4094 }
  /// This value in place of ticks marks a slot with a bias.
  @inlinable static var biasMark: UInt32 { 4095 }

  /// The origin, with 0 ticks.
  public static var zero: Self { Self(mark: 0) }

  /// The stored point nearest to `position`, in any unit, `ticks` × 32 µs after the point before.
  ///
  /// Each coordinate is rounded to a multiple of 2^e. Here e = max(0, n − 15), and n is the number
  /// of magnitude bits of the largest coordinate. The error is at most 2⁻¹⁵ of the largest
  /// coordinate, or 2⁻¹⁴ where rounding might carry. Coordinates are clamped to ±2³⁰ (±128 m in
  /// Q8.23), ticks to 4,093.
  public init<let f: Int>(_ position: Vector3<f>, ticks: UInt32) {
    self.init(position, timing: Swift.min(ticks, Self.maximumTicks))
  }

  /// A mark: the pen is lifted or set down after the point before.
  static var penMove: Self { Self(mark: UInt16(truncatingIfNeeded: penMark)) }

  /// A slot without coordinates.
  @inline(__always)
  private init(mark: UInt16) { (x, y, z, timing) = (0, 0, 0, mark) }

  /// A mark: the acceleration error of the points that follow, m/s², Q10.21.
  init(bias: Vector3<21>) { self.init(bias, timing: Self.biasMark) }

  @inline(__always)
  private init<let f: Int>(_ position: Vector3<f>, timing: UInt32) {
    self.init(position.x.bits, position.y.bits, position.z.bits, timing: timing)
  }

  /// Not inlined and not generic: one copy is enough.
  @inline(never)
  private init(_ x: Int32, _ y: Int32, _ z: Int32, timing: UInt32) {
    // For a negative number this is the magnitude minus one, which is good enough. The second term
    // adds what rounding may add, so that no coordinate is rounded up past 15 bits.
    let magnitudes = UInt32(bitPattern: (x ^ x &>> 31) | (y ^ y &>> 31) | (z ^ z &>> 31))
    let zeros = (magnitudes &+ magnitudes &>> 15).leadingZeroBitCount
    let exponent = Swift.max(17 &- Int32(truncatingIfNeeded: zeros), 0)
    if exponent <= 15 {
      let half: Int32 = (1 &<< exponent) &>> 1
      self.x = Int16(truncatingIfNeeded: (x &+ half) &>> exponent)
      self.y = Int16(truncatingIfNeeded: (y &+ half) &>> exponent)
      self.z = Int16(truncatingIfNeeded: (z &+ half) &>> exponent)
      self.timing = UInt16(truncatingIfNeeded: UInt32(bitPattern: exponent) &<< 12 | timing)
    } else {
      self.x = Self.clamped(x &>> 15)
      self.y = Self.clamped(y &>> 15)
      self.z = Self.clamped(z &>> 15)
      self.timing = UInt16(truncatingIfNeeded: 0xF000 | timing)
    }
  }

  /// Moves the point to (x, y) in the writing plane, each clamped to 16 bits.
  @inline(__always)
  mutating func move(toX x: Int32, y: Int32) {
    self.x = Self.clamped(x)
    self.y = Self.clamped(y)
    timing &= 0x0FFF
  }

  /// Divides the coordinates in the plane by 2^`bits`, −16…15, rounding down, and adds those of
  /// `way`.
  @inline(__always)
  mutating func move(dropping bits: Int32, by way: InkPoint) {
    assert(bits >= -16 && bits <= 15)
    let (x, y) = (Int32(truncatingIfNeeded: x) &<< 16, Int32(truncatingIfNeeded: y) &<< 16)
    self.x = Int16(truncatingIfNeeded: x &>> (16 &+ bits)) &+ way.x
    self.y = Int16(truncatingIfNeeded: y &>> (16 &+ bits)) &+ way.y
  }

  /// The displacement from one point in the plane to another.
  @inline(__always)
  init(from start: InkPoint, to end: InkPoint) {
    self = end
    (x, y) = (end.x &- start.x, end.y &- start.y)
  }

  /// Ticks of 32 µs since the point before.
  @inlinable @inline(__always)
  public var ticks: UInt32 { UInt32(truncatingIfNeeded: timing & 0x0FFF) }

  /// True for a bias and for a pen mark. Neither is a point.
  @inlinable @inline(__always)
  var isMark: Bool { ticks >= Self.penMark }

  /// True for a bias, which is not a point.
  @inlinable @inline(__always)
  var isBias: Bool { ticks == Self.biasMark }

  /// True for a pen mark: the pen is lifted or set down. It is not a point.
  @inlinable @inline(__always)
  var isPenMove: Bool { ticks == Self.penMark }

  /// The common exponent, 0…15.
  @inlinable @inline(__always)
  public var exponent: Int32 { Int32(truncatingIfNeeded: timing &>> 12) }

  /// The coordinates in the unit that they were stored in. The caller must know it.
  public func position<let f: Int>() -> Vector3<f> {
    Vector3(
      Fixed(bits: Int32(truncatingIfNeeded: x) &<< exponent),
      Fixed(bits: Int32(truncatingIfNeeded: y) &<< exponent),
      Fixed(bits: Int32(truncatingIfNeeded: z) &<< exponent))
  }

  @inline(__always)
  private static func clamped(_ c: Int32) -> Int16 {
    Int16(truncatingIfNeeded: Swift.min(Swift.max(c, -32_768), 32_767))
  }
}
