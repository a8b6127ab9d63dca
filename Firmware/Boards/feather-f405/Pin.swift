/// One of the pins PB0 to PC15 (RM0090, section 8.4).
struct Pin {
  /// The registers of its port.
  let port: UInt
  let number: UInt32

  /// The values of MODER.
  enum Mode {
    static var input: UInt32 { 0 }
    static var output: UInt32 { 1 }
    static var function: UInt32 { 2 }
  }

  /// The values of PUPDR.
  enum Pull {
    static var none: UInt32 { 0 }
    static var up: UInt32 { 1 }
    static var down: UInt32 { 2 }
  }

  /// Pin `number` of port B.
  static func b(_ number: UInt32) -> Self { Self(port: 0x4002_0400, number: number) }
  /// Pin `number` of port C.
  static func c(_ number: UInt32) -> Self { Self(port: 0x4002_0800, number: number) }

  /// Sets how it is used; `function` is the peripheral's number in table 9 of the data sheet.
  @inline(never)
  func configure(
    _ mode: UInt32, pull: UInt32, function: UInt32 = 0, isOpenDrain: Bool = false
  ) {
    let alternate = Register(port &+ 0x20 &+ 4 &* UInt(truncatingIfNeeded: number &>> 3))
    replace(alternate, width: 4, at: number & 7, by: function)
    replace(Register(port &+ 0x04), width: 1, at: number, by: isOpenDrain ? 1 : 0)
    replace(Register(port &+ 0x0C), width: 2, at: number, by: pull)
    replace(Register(port), width: 2, at: number, by: mode)
  }

  private func replace(_ register: Register, width: UInt32, at index: UInt32, by value: UInt32) {
    let shift = width &* index
    let mask = ((1 &<< width) &- 1) &<< shift
    register.store(register.load() & ~mask | value &<< shift)
  }

  /// True while it is high.
  var isHigh: Bool { Register(port &+ 0x10).load() & 1 &<< number != 0 }

  /// The level that it has as an output.
  func set(isHigh: Bool) { Register(port &+ 0x18).store(1 &<< (isHigh ? number : number &+ 16)) }
}
