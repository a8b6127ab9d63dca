import QuillonSerial

/// Copies bytes from one line to another until one of them ends.
public struct LineRelay: Sendable {
  private let source: any ByteTransport
  private let target: any ByteTransport

  /// A relay from `source` to `target`.
  public init(from source: any ByteTransport, to target: any ByteTransport) {
    self.source = source
    self.target = target
  }

  /// Copies all bytes that arrive. It blocks until one line ends. Bytes that the target does not
  /// accept within 10 ms are lost, as on a line without a listener.
  public func run() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while true {
        switch source.read(into: buffer, timeout: .seconds(1)) {
        case .bytes(let count):
          let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
          if target.write(bytes, timeout: .milliseconds(10)) == .ended { return }
        case .timedOut: continue
        case .ended: return
        }
      }
    }
  }
}
