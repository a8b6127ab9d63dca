import BoardSupport
import _Volatile

/// A UART of the CMSDK (ARM DDI 0479, section 4.3).
struct UART {
  let base: UInt

  private var data: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: base) }
  private var state: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: base &+ 0x4) }
  private var control: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: base &+ 0x8) }
  private var interrupts: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: base &+ 0xC) }
  private var divider: VolatileMappedRegister<UInt32> { .init(unsafeBitPattern: base &+ 0x10) }

  private enum State {
    static let isSending: UInt32 = 1
    static let hasReceived: UInt32 = 2
    static let hasOverrun: UInt32 = 8
  }

  /// Sender and receiver on, an interrupt for each byte received. A bit takes `ticks` of the core's clock,
  /// 16 or more.
  func start(ticks: UInt32) {
    divider.store(ticks)
    control.store(0b1011)
  }

  /// Sends a byte, when there is room for it.
  func send(_ byte: UInt8) {
    while state.load() & State.isSending != 0 {}
    data.store(UInt32(truncatingIfNeeded: byte))
  }

  /// Moves what has arrived into `ring`: the interrupt handler's whole work.
  func receive(into ring: UInt32) {
    interrupts.store(State.hasReceived)
    let flags = state.load()
    if flags & State.hasOverrun != 0 {
      state.store(State.hasOverrun)
      ring_count_overrun(ring)
    }
    if flags & State.hasReceived != 0 {
      ring_put(ring, UInt8(truncatingIfNeeded: data.load()), MPS2AN386.microseconds)
    }
  }
}
