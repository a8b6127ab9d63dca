/// One of the chip's 30 pins (RP2040 Datasheet, 2.19 and 2.3.1).
struct Pin {
  let number: UInt32

  /// What a pin is connected to (2.19.2).
  enum Function {
    static var spi: UInt32 { 1 }
    static var uart: UInt32 { 2 }
    static var i2c: UInt32 { 3 }
    static var port: UInt32 { 5 }
  }

  @inline(__always)
  init(_ number: UInt32) { self.number = number }

  @inline(__always)
  private var index: UInt { UInt(truncatingIfNeeded: number) }
  private var pad: Register { Register(0x4001_C004 &+ 4 &* index) }
  private var control: Register { Register(0x4001_4004 &+ 8 &* index) }
  private static func port(_ offset: UInt) -> Register { Register(0xD000_0000 &+ offset) }
  @inline(__always)
  private var bit: UInt32 { 1 &<< number }

  /// Connects it. Input on, Schmitt trigger, 4 mA; pulled up or down.
  func connect(to function: UInt32, isPulledUp: Bool) {
    pad.store(1 &<< 6 | 1 &<< 4 | (isPulledUp ? 1 &<< 3 : 1 &<< 2) | 1 &<< 1)
    control.store(function)
  }

  /// True while it is high.
  var isHigh: Bool { Self.port(0x04).load() & bit != 0 }
  /// The level that it has while it drives.
  func set(isHigh: Bool) { Self.port(isHigh ? 0x14 : 0x18).store(bit) }
  /// Drives, or lets go.
  func drive(_ isDriving: Bool) { Self.port(isDriving ? 0x24 : 0x28).store(bit) }

  /// Interrupts at each rising edge.
  func interruptOnRise() {
    Register(0x4001_4100 &+ 4 &* (index &>> 3)).set(0b1000 &<< (4 &* (number & 7)))
  }

  /// Takes back the edges of all pins; true if one of those that interrupt had any.
  static func takeEdges() -> Bool {
    var wasAny = false
    for bank in 0..<4 as Range<UInt> {
      let edges = Register(0x4001_4120 &+ 4 &* bank).load()
      guard edges != 0 else { continue }
      Register(0x4001_40F0 &+ 4 &* bank).store(edges)
      wasAny = true
    }
    return wasAny
  }
}
