import Foundation
import QuillonEmulator
import QuillonSerial
import QuillonSerialFormats
import QuillonVerification

/// Streams of bytes as DecoderImage finds them beside itself in flash, and its output for them.
enum StreamReplayReader {
  /// A stream and its format.
  struct Stream {
    var format: SerialFormat
    var bytes: [UInt8]
    /// True when every message of it is to be reported.
    var isTold = false
  }

  /// The numbers in each line of the image's output, but the last.
  static func decode(_ streams: [Stream], on machine: Machine) throws -> [[UInt32]] {
    var content = Data()
    for stream in streams {
      content.append(stream.isTold ? stream.format.rawValue | 0x80 : stream.format.rawValue)
      withUnsafeBytes(of: UInt32(stream.bytes.count).littleEndian) {
        content.append(contentsOf: $0)
      }
      content.append(contentsOf: stream.bytes)
    }
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-streams-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let length = withUnsafeBytes(of: UInt32(content.count).littleEndian) { Data($0) }
    try (length + content).write(to: file)
    let board = try EmulatedBoard(
      machine, image: machine.image("DecoderImage", in: Project.root), replay: file,
      isCounting: true)
    defer { board.close() }
    var heard: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let end = ContinuousClock.now + .seconds(300)
    while heard.suffix(2) != [UInt8(ascii: "z"), 0x0A] && .now < end {
      let read = buffer.withUnsafeMutableBytes { board.host.read(into: $0, timeout: .seconds(20)) }
      guard case .bytes(let count) = read else { break }
      heard += buffer[..<count]
    }
    return String(decoding: heard, as: UTF8.self).split(separator: "\n").dropLast().map { line in
      line.split(separator: " ").compactMap { UInt32($0, radix: 16) }
    }
  }
}

/// A stream in the host's memory, and what was reported of it.
final class HeldStream: ReplayedStream {
  private let bytes: [UInt8]
  private(set) var told: [UInt32] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func byte(at index: UInt32) -> UInt8 { bytes[Int(index)] }

  func tell(_ word: UInt32) { told.append(word) }
}
