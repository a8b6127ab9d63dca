import QuillonSerial

extension ByteTransport {
  /// Reads until `count` bytes are there, or nothing comes for 5 s.
  func readAll(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    bytes.withUnsafeMutableBytes { buffer in
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        guard case .bytes(let more) = read(into: rest, timeout: .seconds(5)) else { break }
        filled += more
      }
    }
    return Array(bytes.prefix(filled))
  }

  /// Reads once and drops what comes.
  func readOnce(timeout: Duration) -> ReadOutcome {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { read(into: $0, timeout: timeout) }
  }
}

extension Collection where Element: Comparable {
  /// The middle one; of an even number the upper. Nil when empty.
  var median: Element? {
    let sorted = sorted()
    return sorted.isEmpty ? nil : sorted[sorted.count / 2]
  }
}
