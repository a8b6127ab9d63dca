import Foundation
import QuillonSerial

/// A line to an emulated board that writes when the board sleeps: when it has done its work. A write may take a minute, whatever its
/// caller allows, because an emulator without a processor is no line that has ended.
final class SleepAwaitingLine: ByteTransport {
  private static let longestWait = Duration.seconds(1)
  /// How long an emulator may wait for a processor.
  private static let patience = Duration.seconds(60)
  private let line: any ByteTransport
  private let isAsleep: @Sendable () -> Bool

  /// Writes to `line` when `isAsleep`, but at most a second late.
  init(_ line: any ByteTransport, isAsleep: @escaping @Sendable () -> Bool) {
    self.line = line
    self.isAsleep = isAsleep
  }

  var path: String { line.path }

  func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome {
    line.read(into: buffer, timeout: timeout)
  }

  func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome {
    let end = ContinuousClock.now + min(timeout, Self.longestWait)
    while !isAsleep(), .now < end { Thread.sleep(forTimeInterval: 0.000_5) }
    return line.write(bytes, timeout: max(timeout, Self.patience))
  }

  func close() { line.close() }
}
