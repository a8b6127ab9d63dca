import FixedPoint
import Geometry

/// Which byte of a number comes first.
enum ByteOrder {
  case little
  case big
}

/// How a number is written in a binary message.
enum NumberFormat {
  /// A signed 16-bit integer.
  case int16
  /// A signed 32-bit integer that counts 2⁻²⁰.
  case fixed12x20
  /// 32 fraction bits first, then 16 integer bits.
  case fixed16x32
  /// IEEE 754 single.
  case float32
  /// IEEE 754 double.
  case float64

  /// How many bytes it takes.
  var size: Int {
    switch self {
    case .int16: 2
    case .fixed12x20, .float32: 4
    case .fixed16x32: 6
    case .float64: 8
    }
  }
}

extension ByteWindow {
  /// The 16-bit word at `index`.
  mutating func uint16(at index: Int, _ order: ByteOrder) -> UInt16 {
    let first = UInt16(truncatingIfNeeded: index < valueEnd ? self[index] : 0)
    let second = UInt16(truncatingIfNeeded: index &+ 1 < valueEnd ? self[index &+ 1] : 0)
    return order == .little ? second &<< 8 | first : first &<< 8 | second
  }

  /// The 32-bit word at `index`.
  mutating func uint32(at index: Int, _ order: ByteOrder) -> UInt32 {
    let first = UInt32(truncatingIfNeeded: uint16(at: index, order))
    let second = UInt32(truncatingIfNeeded: uint16(at: index &+ 2, order))
    return order == .little ? second &<< 16 | first : first &<< 16 | second
  }

  /// The number at `index`.
  mutating func number(at index: Int, _ format: NumberFormat, _ order: ByteOrder) -> WireNumber {
    switch format {
    case .int16:
      return WireNumber(
        Int32(truncatingIfNeeded: Int16(bitPattern: uint16(at: index, order))))
    case .fixed12x20:
      return WireNumber(Int32(bitPattern: uint32(at: index, order)), exponent: -20)
    case .fixed16x32:
      return WireNumber(
        fixed16x32: Int16(bitPattern: uint16(at: index &+ 4, order)), uint32(at: index, order))
    case .float32:
      return WireNumber(float32: uint32(at: index, order))
    case .float64:
      let words = (uint32(at: index, order), uint32(at: index &+ 4, order))
      return order == .little
        ? WireNumber(float64: words.1, words.0) : WireNumber(float64: words.0, words.1)
    }
  }

  /// Three numbers in a row, in the unit of `scale`; nil when one of them is missing.
  mutating func vector<let f: Int>(
    at index: Int, _ format: NumberFormat, _ order: ByteOrder, _ scale: Scale
  ) -> Vector3<f>? {
    Vector3(
      number(at: index, format, order), number(at: index &+ format.size, format, order),
      number(at: index &+ 2 &* format.size, format, order), scale)
  }

  /// Four numbers in a row, w x y z, as an attitude; nil unless their norm in the unit of `scale` is
  /// near 1.
  mutating func quaternion(
    at index: Int, _ format: NumberFormat, _ order: ByteOrder, _ scale: Scale = .one
  ) -> UnitQuaternion? {
    let size = format.size
    return UnitQuaternion(
      number(at: index, format, order), number(at: index &+ size, format, order),
      number(at: index &+ 2 &* size, format, order), number(at: index &+ 3 &* size, format, order),
      scale)
  }
}

extension Vector3 {
  /// Three numbers in the unit of `scale`; nil when one of them is missing.
  init?(_ x: WireNumber, _ y: WireNumber, _ z: WireNumber, _ scale: Scale) {
    guard let x: Fixed<fractionBits> = x.scaled(by: scale),
      let y: Fixed<fractionBits> = y.scaled(by: scale),
      let z: Fixed<fractionBits> = z.scaled(by: scale)
    else { return nil }
    self.init(x, y, z)
  }
}
