/// One of the chip's 30 pins (RP2040 Datasheet, 2.19 and 2.3.1; RP2350 Datasheet, chapter 9 and 3.1).
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
  private var pad: Register { Register(Chip.Address.pads &+ 4 &+ 4 &* index) }
  private var control: Register { Register(Chip.Address.pins &+ 4 &+ 8 &* index) }
  private static func port(_ offset: UInt) -> Register { Register(0xD000_0000 &+ offset) }
  @inline(__always)
  private var bit: UInt32 { 1 &<< number }

  /// A register of eight pins, four bits each.
  @inline(__always)
  private static func register(_ offset: UInt, _ bank: UInt) -> Register {
    Register(Chip.Address.pins &+ offset &+ 4 &* bank)
  }

  /// Connects it. Input on, Schmitt trigger, 4 mA; pulled up or down.
  func connect(to function: UInt32, isPulledUp: Bool) {
    let settings: UInt32 = 1 &<< 6 | 1 &<< 4 | (isPulledUp ? 1 &<< 3 : 1 &<< 2) | 1 &<< 1
    pad.store(settings | Chip.isolation)
    control.store(function)
    if Chip.isolation != 0 { pad.store(settings) }
  }

  /// True while it is high.
  var isHigh: Bool { Self.port(0x04).load() & bit != 0 }
  /// The level that it has while it drives.
  func set(isHigh: Bool) {
    Self.port(isHigh ? Chip.Offset.outputSet : Chip.Offset.outputClear).store(bit)
  }
  /// Drives the pin, or releases it.
  func drive(_ isDriving: Bool) {
    Self.port(isDriving ? Chip.Offset.driveSet : Chip.Offset.driveClear).store(bit)
  }

  /// Interrupts at each rising edge.
  func interruptOnRise() {
    Self.register(Chip.Offset.pinInterrupts, index &>> 3)
      .set(0b1000 &<< (4 &* (number & 7)))
  }

  /// Clears the edges of all pins; true if one of those that interrupt had any.
  static func takeEdges() -> Bool {
    var wasAny = false
    for bank in 0..<4 as Range<UInt> {
      let edges = register(Chip.Offset.pinInterruptStates, bank).load()
      guard edges != 0 else { continue }
      register(Chip.Offset.pinEdges, bank).store(edges)
      wasAny = true
    }
    return wasAny
  }
}
