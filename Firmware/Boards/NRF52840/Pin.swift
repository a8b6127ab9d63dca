/// One of the chip's 48 pins: P0.00 to P0.31, then P1.00 to P1.15 (nRF52840 Product Specification, 6.9).
struct Pin {
  let number: UInt32

  /// How a pin is used: direction, input buffer, pull, drive.
  enum Configuration {
    /// An input.
    static var input: UInt32 { 0 }
    /// An input, pulled up.
    static var pulledUp: UInt32 { 0b11 &<< 2 }
    /// What a line of the bus is: input, pulled up, drives low only (6.31.6).
    static var bus: UInt32 { 6 &<< 8 | 0b11 &<< 2 }
    /// The same, driven by the port.
    static var busByHand: UInt32 { 6 &<< 8 | 0b11 &<< 2 | 1 }
    /// An output of up to 5 mA at either level, input buffer off.
    static var strongOutput: UInt32 { 3 &<< 8 | 0b11 }
  }

  @inline(__always)
  init(_ number: UInt32) { self.number = number }

  @inline(__always)
  private var port: Peripheral { Peripheral(number < 32 ? 0x5000_0000 : 0x5000_0300) }
  @inline(__always)
  private var bit: UInt32 { 1 &<< (number & 31) }

  /// Sets how it is used.
  func configure(_ configuration: UInt32) {
    port[0x700 &+ 4 &* UInt(truncatingIfNeeded: number & 31)] = configuration
  }

  /// True while it is high.
  var isHigh: Bool { port[0x510] & bit != 0 }

  /// The level that it has as an output.
  @inline(never)
  func set(isHigh: Bool) { port[isHigh ? 0x508 : 0x50C] = bit }
}
