import BoardSupport

/// A board with a sensor chip, and two lines to the host that carry the same bytes: a UART, and a serial port on USB.
public protocol USBBoard: Board {
  /// Passes waiting bytes to both lines. Called while interrupts are held.
  static func fillLines()
}

extension USBBoard {
  /// Sends a byte to the host, by UART, and by USB if its port is open. Sleeps while the UART has no room for it.
  public static func send(_ byte: UInt8) {
    while !outgoing_put(byte) { interrupt_sleep() }
    interrupts_hold()
    fillLines()
    interrupts_release()
  }

  /// True.
  public static var knowsListeners: Bool { true }

  /// The newest rising edge of the sensor's interrupt.
  public static var dataReadyTime: UInt32? { DataReady.take() }

  /// True.
  public static var hasLight: Bool { true }
}
