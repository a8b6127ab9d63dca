import QuillonSerial

/// Copies bytes from one line to another until one of them ends.
public struct LineRelay: Sendable {
  private let source: any ByteTransport
  private let target: any ByteTransport
  private let patience: Duration

  /// A relay from an emulated board to a port. Bytes that the port does not accept within 10 ms are lost, as on a line without a listener.
  public init(from board: any ByteTransport, toPort port: any ByteTransport) {
    (source, target, patience) = (board, port, .milliseconds(10))
  }

  /// A relay from a port to an emulated board. A board always listens: if it accepts nothing, its emulator waits for a processor, and
  /// bytes are lost only after a minute.
  public init(from port: any ByteTransport, toBoard board: any ByteTransport) {
    (source, target, patience) = (port, board, .seconds(60))
  }

  /// Copies all bytes that arrive. It blocks until one line ends.
  public func run() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while true {
        switch source.read(into: buffer, timeout: .seconds(1)) {
        case .bytes(let count):
          let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
          if target.write(bytes, timeout: patience) == .ended { return }
        case .timedOut: continue
        case .ended: return
        }
      }
    }
  }
}
