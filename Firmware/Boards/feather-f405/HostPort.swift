import BoardSupport

/// USART 3 on PB10 and PB11 (RM0090, section 30.6). Bytes to the host wait in memory, from where the interrupt handler moves them.
enum HostPort {
  private static func register(_ offset: UInt) -> Register { Register(0x4000_4800 &+ offset) }
  private static var control: Register { register(0x0C) }
  private static var interruptsWhenEmpty: UInt32 { 1 &<< 7 }

  /// 115,200 baud, 8 bits; an interrupt for each byte received.
  static func start() {
    Pin.b(10).configure(Pin.Mode.function, pull: Pin.Pull.up, function: 7)
    Pin.b(11).configure(Pin.Mode.function, pull: Pin.Pull.up, function: 7)
    register(0x08).store(ClockTree.slowPeripherals / 115_200)
    control.store(1 &<< 13 | 1 &<< 5 | 1 &<< 3 | 1 &<< 2)
  }

  /// Sends a byte when those before it are out. Sleeps while there is no room for it.
  static func send(_ byte: UInt8) {
    while !outgoing_put(byte) { interrupt_sleep() }
    interrupts_hold()
    control.set(interruptsWhenEmpty)
    interrupts_release()
  }

  /// The interrupt handler's whole work. Reading the status and then the data clears the receive flags.
  static func handle() {
    let status = register(0x00).load()
    if status & (1 &<< 5 | 1 &<< 3) != 0 {
      let byte = UInt8(truncatingIfNeeded: register(0x04).load())
      if status & 1 &<< 3 != 0 { ring_count_overrun(1) }
      if status & 1 &<< 5 != 0 { ring_put(1, byte, STM32F405.microseconds) }
    }
    guard status & 1 &<< 7 != 0, control.load() & interruptsWhenEmpty != 0 else { return }
    let next = outgoing_take(0)
    if next < 0 {
      control.clear(interruptsWhenEmpty)
    } else {
      register(0x04).store(UInt32(truncatingIfNeeded: next))
    }
  }
}
