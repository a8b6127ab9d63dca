import EmulatedBoard
import Foundation
import Motion
import SerialLink
import Synchronization
import Wire

/// Talks to a board: sends on one thread, listens on another.
enum BoardConversation {
  /// The lines that the board says while `samples` are sent to it, `expected` of them or as many as come
  /// until nothing has come for `patience`.
  static func lines(
    of board: EmulatedBoard, sending samples: [InertialSample], expected: Int,
    patience: Duration = .seconds(10)
  ) -> [Substring] {
    let sensor = board.sensor
    let isOver = Mutex(false)
    let sender = Thread { send(samples, on: sensor) { isOver.withLock { $0 } } }
    sender.start()
    defer { isOver.withLock { $0 = true } }
    let text = listen(on: board.host, until: expected, patience: patience)
    return text.split(separator: "\n")
  }

  /// Everything heard until `lines` line ends have come.
  static func listen(on port: any ByteTransport, until lines: Int, patience: Duration) -> String {
    var heard: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var count = 0
    while count < lines {
      let outcome = buffer.withUnsafeMutableBytes { port.read(into: $0, timeout: patience) }
      guard case .bytes(let received) = outcome else { break }
      heard += buffer[..<received]
      count += buffer[..<received].count { $0 == UInt8(ascii: "\n") }
    }
    return String(decoding: heard, as: UTF8.self)
  }

  private static func send(
    _ samples: [InertialSample], on port: any ByteTransport, unless isOver: () -> Bool
  ) {
    var (encoder, packet) = (PacketEncoder(), PacketBytes())
    var batch: [UInt8] = []
    for (index, sample) in samples.enumerated() {
      encoder.encode(sample, into: &packet)
      packet.withUnsafeBytes { batch += $0 }
      guard batch.count > 2_048 || index == samples.count - 1 else { continue }
      guard port.write(batch, timeout: .seconds(30)) == .written, !isOver() else { return }
      batch.removeAll(keepingCapacity: true)
    }
  }
}
