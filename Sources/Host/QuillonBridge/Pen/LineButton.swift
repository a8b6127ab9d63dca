import Foundation
import QuillonSerial
import Synchronization

/// A push button on a modem-status line of a serial port, CTS or DSR, that acts as the pen.
///
/// A thread reads the lines every 10 ms, because a USB adapter needs a millisecond for it. The pen
/// is down while the lines differ from their first state. So the button may be on either line and
/// wired either way.
public final class LineButton: Sendable {
  private static let interval = 0.01

  private let state: Watch

  /// Watches the lines of a port from now on, as long as this object lives. Nil if the port has no
  /// such lines.
  ///
  /// - Parameter transport: The open port.
  public init?(of transport: any ByteTransport) {
    guard let atRest = transport.statusLines else { return nil }
    let state = Watch()
    self.state = state
    Thread {
      while !state.isOver.load(ordering: .relaxed), let lines = transport.statusLines {
        state.isPressed.store(lines != atRest, ordering: .relaxed)
        Thread.sleep(forTimeInterval: Self.interval)
      }
      state.isPressed.store(false, ordering: .relaxed)
    }.start()
  }

  deinit { state.isOver.store(true, ordering: .relaxed) }

  /// True while the button is pressed; false when the port is gone.
  public var isPressed: Bool { state.isPressed.load(ordering: .relaxed) }
}

private final class Watch: Sendable {
  let isPressed = Atomic<Bool>(false)
  let isOver = Atomic<Bool>(false)
}
