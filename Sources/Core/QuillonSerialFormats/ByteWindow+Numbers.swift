import QuillonNumerics

/// The byte order of a number.
enum ByteOrder {
  case little
  case big
}

/// The format of a number in a binary message.
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

  /// The size in bytes.
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
    var word = UInt16(truncatingIfNeeded: self[index])
    word |= UInt16(truncatingIfNeeded: self[index &+ 1]) &<< 8
    if index &+ 2 > valueEnd { word &= index < valueEnd ? 0xFF : 0 }
    return order == .little ? word : word.byteSwapped
  }

  /// The 32-bit word at `index`.
  mutating func uint32(at index: Int, _ order: ByteOrder) -> UInt32 {
    var word = word(at: index)
    if index &+ 4 > valueEnd {
      let zeros = UInt32(truncatingIfNeeded: index &+ 4 &- valueEnd)
      word = zeros < 4 ? word & (.max &>> (8 &* zeros)) : 0
    }
    return order == .little ? word : word.byteSwapped
  }

  /// The four bytes at `index`, the first one lowest. For formats that do not cut off zeros.
  @inline(__always)
  mutating func word(at index: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: self[index])
      | UInt32(truncatingIfNeeded: self[index &+ 1]) &<< 8
      | UInt32(truncatingIfNeeded: self[index &+ 2]) &<< 16
      | UInt32(truncatingIfNeeded: self[index &+ 3]) &<< 24
  }

  /// The signed 16-bit integer at `index`, which must not be beyond the end.
  @inline(__always)
  mutating func int16(at index: Int, _ order: ByteOrder) -> Int16 {
    let low = UInt16(truncatingIfNeeded: self[index])
    let high = UInt16(truncatingIfNeeded: self[index &+ 1])
    return Int16(bitPattern: order == .little ? high &<< 8 | low : low &<< 8 | high)
  }

  /// Three consecutive signed 16-bit integers, in the unit of `scale`.
  @inline(__always)
  mutating func int16Vector<let f: Int>(
    at index: Int, _ order: ByteOrder, _ scale: Scale
  ) -> Vector3<f> {
    Vector3(
      scale.times(int16(at: index, order)), scale.times(int16(at: index &+ 2, order)),
      scale.times(int16(at: index &+ 4, order)))
  }

  /// Four consecutive signed 16-bit integers, w x y z, as an attitude; nil unless their norm in the
  /// unit of `scale` is near 1.
  @inline(__always)
  mutating func int16Quaternion(
    at index: Int, _ order: ByteOrder, _ scale: Scale
  ) -> UnitQuaternion? {
    UnitQuaternion(
      scale.times(int16(at: index, order)), scale.times(int16(at: index &+ 2, order)),
      scale.times(int16(at: index &+ 4, order)), scale.times(int16(at: index &+ 6, order)))
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

  /// Three consecutive numbers, in the unit of `scale`; nil if one of them is missing.
  mutating func vector<let f: Int>(
    at index: Int, _ format: NumberFormat, _ order: ByteOrder, _ scale: Scale
  ) -> Vector3<f>? {
    Vector3(
      number(at: index, format, order), number(at: index &+ format.size, format, order),
      number(at: index &+ 2 &* format.size, format, order), scale)
  }

  /// Four consecutive numbers, w x y z, as an attitude; nil unless their norm in the unit of
  /// `scale` is near 1.
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
  /// Three numbers in the unit of `scale`; nil if one of them is missing.
  init?(_ x: WireNumber, _ y: WireNumber, _ z: WireNumber, _ scale: Scale) {
    guard let x: Fixed<fractionBits> = x.scaled(by: scale),
      let y: Fixed<fractionBits> = y.scaled(by: scale),
      let z: Fixed<fractionBits> = z.scaled(by: scale)
    else { return nil }
    self.init(x, y, z)
  }
}
