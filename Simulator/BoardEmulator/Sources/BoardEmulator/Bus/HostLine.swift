// SPDX-License-Identifier: MIT
import Foundation

/// The line to the host: standard output and standard input, or a terminal.
final class HostLine {
  /// Called with each byte that the host sends.
  var onByte: (UInt8) -> Void = { _ in }
  private let (output, input): (Int32?, Int32?)
  private var unsent: [UInt8] = []

  /// A line that writes to one file descriptor and reads from another, if any. Without one nobody listens.
  init(output: Int32?, input: Int32?) {
    (self.output, self.input) = (output, input)
  }

  /// Sends a byte; `flush` hands it on.
  func send(_ byte: UInt8) {
    unsent.append(byte)
    if unsent.count >= 4_096 { flush() }
  }

  /// Hands on what was sent. Ends the program when nobody listens any more.
  func flush() {
    guard let output else { return unsent.removeAll() }
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        exit(0)
      }
      unsent.removeFirst(count)
    }
  }

  /// Reads what the host has sent, at most `count` bytes, without waiting.
  func poll(count: Int) {
    guard let input else { return }
    var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard Foundation.poll(&request, 1, 0) > 0, request.revents & Int16(POLLIN) != 0 else { return }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { Foundation.read(input, $0.baseAddress, $0.count) }
    for byte in bytes.prefix(max(read, 0)) { onByte(byte) }
  }
}
