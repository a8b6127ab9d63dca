import BoardSupport
import _Volatile

/// A USART of the chip (RM0090, section 30.6).
struct UART {
  let base: UInt

  private var status: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: base) }
  private var data: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: base &+ 0x4) }
  private var divider: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: base &+ 0x8) }
  private var control: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: base &+ 0xC) }

  private enum Status {
    static let hasOverrun: UInt32 = 1 << 3
    static let hasReceived: UInt32 = 1 << 5
    static let canSend: UInt32 = 1 << 7
  }

  /// Sender and receiver on, an interrupt for each byte received. A bit takes `ticks` of the
  /// peripheral's clock, 16 or more.
  func start(ticks: UInt32) {
    divider.store(ticks)
    control.store(1 &<< 13 | 1 &<< 5 | 1 &<< 3 | 1 &<< 2)
  }

  /// Sends a byte, when there is room for it.
  func send(_ byte: UInt8) {
    while status.load() & Status.canSend == 0 {}
    data.store(UInt32(truncatingIfNeeded: byte))
  }

  /// Moves what has arrived into `ring`: the interrupt handler's whole work. Reading the status and
  /// then the data clears both flags.
  func receive(into ring: UInt32) {
    let flags = status.load()
    let byte = UInt8(truncatingIfNeeded: data.load())
    if flags & Status.hasOverrun != 0 { ring_count_overrun(ring) }
    if flags & Status.hasReceived != 0 { ring_put(ring, byte, STM32F405.microseconds) }
  }
}
