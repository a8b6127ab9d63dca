import Foundation
import QuillonSerial

/// The line from a sensor or a host to an emulated board.
///
/// A real line needs time for each byte. An emulator that had to wait for one of this computer's
/// processors finds all bytes that were written meanwhile. It then reads them as fast as its
/// interrupts can, more at once than any board has room for. So nothing is written before the
/// emulator has begun to read the previous bytes.
final class EmulatedLine: ByteTransport {
  private let terminal: PseudoTerminal

  /// A line whose other end, the other end of `terminal`, belongs to the board.
  init(_ terminal: PseudoTerminal) { self.terminal = terminal }

  var path: String { terminal.path }

  func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome {
    terminal.read(into: buffer, timeout: timeout)
  }

  func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome {
    let deadline = ContinuousClock.now + timeout
    while terminal.unreadCount ?? 0 > 0 {
      guard .now < deadline else { return .timedOut(accepted: 0) }
      Thread.sleep(forTimeInterval: 0.000_5)
    }
    return terminal.write(bytes, timeout: deadline - .now)
  }

  func close() { terminal.close() }
}
