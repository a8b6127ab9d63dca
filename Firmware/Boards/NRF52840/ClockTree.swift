/// The chip's clocks (nRF52840 Product Specification, 5.4). The core runs at 64 MHz from the start.
enum ClockTree {
  /// The crystal of 32 MHz in place of the internal oscillator, which is too coarse for a UART and for the time of samples. No trace
  /// port: one of its pins is P1.00, which feeds the pull-up resistors of a Nano 33 BLE's bus.
  static func start() {
    let clock = Peripheral(0x4000_0000)
    clock[0x000] = 1
    while clock[0x40C] & 0x1_0001 != 0x1_0001 {}
    clock[0x55C] = 0
  }
}
