/// The role of a column of a text line.
enum ColumnRole: UInt8 {
  case ignored
  case time
  case forceX, forceY, forceZ
  case rateX, rateY, rateZ
  case fieldX, fieldY, fieldZ
  case quaternionW, quaternionX, quaternionY, quaternionZ
  case pen

  /// The role of a column by its name: the first letter gives the quantity, the last one the axis.
  ///
  /// `ax`, `aX`, `acc_x`, `accel.x`, `accelerometerX`: acceleration; `g…` or `w…`: rate; `m…`:
  /// field; `q…`: quaternion, with the last letter w x y z or 0 1 2 3; `t`, `time…`, `ms`, `us`,
  /// `millis`, `micros`: time; `pen`, `button`: pen. Any other name is ignored, and so is the text
  /// after a bracket, such as a unit.
  init(named start: Int, upTo end: Int, in window: inout ByteWindow) {
    var stop = start
    while stop < end, window[stop] != UInt8(ascii: "("), window[stop] != UInt8(ascii: "[") {
      stop &+= 1
    }
    while stop > start, window[stop &- 1] == 0x20 { stop &-= 1 }
    guard stop > start else {
      self = .ignored
      return
    }
    let first = Self.lowercased(window[start])
    let second = stop &- start > 1 ? Self.lowercased(window[start &+ 1]) : 0
    let last = Self.lowercased(window[stop &- 1])
    switch (Unicode.Scalar(first), Unicode.Scalar(second)) {
    case ("t", "\0"), ("t", "i"), ("t", "_"), ("m", "s"), ("u", "s"), ("m", "i"): self = .time
    case ("p", "e"), ("b", "u"), ("b", "t"): self = .pen
    case ("g", "r"): self = .ignored
    case ("a", _): self = Self.axis(last, of: .forceX)
    case ("g", _), ("w", _): self = Self.axis(last, of: .rateX)
    case ("m", _): self = Self.axis(last, of: .fieldX)
    case ("q", _): self = Self.component(last)
    default: self = .ignored
    }
  }

  /// The role of the column at `index` in lines without a header with `count` columns:
  /// acceleration, rate, field, quaternion, in this order as far as there are columns. One more
  /// column in front is the time.
  init(at index: Int, of count: Int) {
    let hasTime = count == 4 || count == 7 || count == 10 || count == 14 || count == 17
    guard hasTime || count == 3 || count == 6 || count == 9 || count == 13 || count == 16 else {
      self = .ignored
      return
    }
    // Roles are numbered in this order, with the time first. Columns after the quaternion are not
    // read.
    let place = hasTime ? index &+ 1 : index &+ 2
    self = place < 15 ? Self(rawValue: UInt8(truncatingIfNeeded: place)) ?? .ignored : .ignored
  }

  private static func axis(_ letter: UInt8, of x: ColumnRole) -> ColumnRole {
    guard letter >= UInt8(ascii: "x"), letter <= UInt8(ascii: "z") else { return .ignored }
    return ColumnRole(rawValue: x.rawValue &+ letter &- UInt8(ascii: "x")) ?? .ignored
  }

  private static func component(_ letter: UInt8) -> ColumnRole {
    switch Unicode.Scalar(letter) {
    case "w", "0": .quaternionW
    case "x", "1": .quaternionX
    case "y", "2": .quaternionY
    case "z", "3": .quaternionZ
    default: .ignored
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
