import QuillonNumerics

/// Assigns each body axis a sensor axis and a sign. For sensors that are mounted rotated, or whose
/// maker names the axes differently.
@frozen
public struct AxisMap: Equatable, Sendable {
  /// An axis of a sensor with a sign. The raw value is twice the axis index, plus 1 for minus.
  public enum Source: UInt8, Sendable {
    /// The sensor's x axis.
    case x = 0
    /// The sensor's x axis, negated.
    case minusX = 1
    /// The sensor's y axis.
    case y = 2
    /// The sensor's y axis, negated.
    case minusY = 3
    /// The sensor's z axis.
    case z = 4
    /// The sensor's z axis, negated.
    case minusZ = 5
  }

  /// The source of the body's x axis.
  public let x: Source
  /// The source of the body's y axis.
  public let y: Source
  /// The source of the body's z axis.
  public let z: Source

  /// The map with the given sources; nil if a sensor axis is used twice.
  public init?(x: Source, y: Source, z: Source) {
    let axes = 1 &<< (x.rawValue &>> 1) | 1 &<< (y.rawValue &>> 1) | 1 &<< (z.rawValue &>> 1)
    guard axes == 0b111 as UInt8 else { return nil }
    self.init(unchecked: x, y, z)
  }

  @inlinable
  init(unchecked x: Source, _ y: Source, _ z: Source) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// Every axis unchanged.
  @inlinable
  public static var identity: Self { Self(unchecked: .x, .y, .z) }

  /// True if the map turns a right-handed system into a left-handed one, or the reverse: an odd
  /// number of sign changes and exchanges.
  public var isMirroring: Bool {
    let signs = (x.rawValue ^ y.rawValue ^ z.rawValue) & 1
    let (a, b, c) = (x.rawValue &>> 1, y.rawValue &>> 1, z.rawValue &>> 1)
    let exchanges = (a > b ? 1 : 0) as UInt8 ^ (a > c ? 1 : 0) ^ (b > c ? 1 : 0)
    return signs ^ exchanges == 1
  }

  /// The reading along the axes of the body. Negating the least value gives the greatest.
  @inlinable
  public func apply<let f: Int>(to reading: Vector3<f>) -> Vector3<f> {
    Vector3(x.component(of: reading), y.component(of: reading), z.component(of: reading))
  }
}

extension AxisMap.Source {
  /// The component of `reading` along this axis.
  @inlinable
  public func component<let f: Int>(of reading: Vector3<f>) -> Fixed<f> {
    Fixed(bits: component(reading.x.bits, reading.y.bits, reading.z.bits))
  }

  /// Only once in flash for all axes and sensors.
  @usableFromInline @inline(never)
  func component(_ x: Int32, _ y: Int32, _ z: Int32) -> Int32 {
    let component = rawValue < 2 ? x : rawValue < 4 ? y : z
    return rawValue & 1 == 0 ? component : 0 &- Swift.max(component, -.max)
  }
}
