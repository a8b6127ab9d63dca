import QuillonSerial

/// Passes bytes from one line on to another until one of them ends.
public struct LineRelay: Sendable {
  private let source: any ByteTransport
  private let target: any ByteTransport

  /// A relay from `source` to `target`.
  public init(from source: any ByteTransport, to target: any ByteTransport) {
    self.source = source
    self.target = target
  }

  /// Passes on whatever comes. It blocks. What the target does not take within 10 ms is lost, as on a
  /// line that nobody listens to.
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
