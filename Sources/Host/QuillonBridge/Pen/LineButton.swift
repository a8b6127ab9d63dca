import Foundation
import QuillonSerial
import Synchronization

/// A push button on a modem-status line of a serial port, CTS or DSR, as the pen.
///
/// The lines are looked at every 10 ms on a thread of their own, as that takes a USB adapter a millisecond. The pen
/// is down while they are not as they were at the beginning: it does not matter which of the two is used, nor
/// which way it is wired.
public final class LineButton: Sendable {
  private static let interval = 0.01

  private let state: Watch

  /// Watches the port's lines from now on, as long as this object lives; nil when it has none.
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
