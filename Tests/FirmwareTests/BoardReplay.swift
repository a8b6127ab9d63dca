import EmulatedBoard
import Foundation
import Motion
import Pipeline
import Models
import Replay
import SerialLink
import Wire

/// The same samples replayed on a board and on the host.
enum BoardReplay {
  /// What a board said: the replay's lines, and the stack that it took, bytes; nil when the board
  /// stopped before the end.
  struct Outcome {
    var lines: [Substring] = []
    var stack: Int?
  }

  /// The lines of the host.
  static func hostLines(_ samples: [InertialSample]) -> [Substring] {
    var recognizer = Recognizer(model: StandardModel.makeModel())
    var replay = Replay()
    var text: [UInt8] = []
    for sample in samples { replay.push(sample, into: &recognizer) { text.append($0) } }
    replay.finish(&recognizer) { text.append($0) }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }

  /// Boots ReplayImage with `samples` beside it.
  static func run(_ samples: [InertialSample], on machine: Machine) throws -> Outcome {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-replay-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let bytes = packets(samples)
    let length = withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { Data($0) }
    try (length + bytes).write(to: file)
    let board = try EmulatedBoard(
      machine, image: machine.image("ReplayImage", in: Project.root), replay: file)
    defer { board.close() }
    return listen(to: board)
  }

  /// `samples` in pieces that fit beside the image on `machine`. A sample takes at most 66 bytes.
  static func pieces(_ samples: [InertialSample], for machine: Machine) -> [ArraySlice<
    InertialSample
  >] {
    let size = machine.replayMemory.capacity / 66 - 1
    return stride(from: 0, to: samples.count, by: size).map { samples[$0...].prefix(size) }
  }

  private static func packets(_ samples: [InertialSample]) -> Data {
    var (encoder, packet, all) = (PacketEncoder(), PacketBytes(), Data())
    for sample in samples {
      encoder.encode(sample, into: &packet)
      packet.withUnsafeBytes { all.append($0) }
    }
    return all
  }

  private static func listen(to board: EmulatedBoard) -> Outcome {
    var heard: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var outcome = Outcome()
    while outcome.stack == nil {
      let read = buffer.withUnsafeMutableBytes { board.host.read(into: $0, timeout: .seconds(20)) }
      guard case .bytes(let count) = read else { break }
      heard += buffer[..<count]
      guard heard.last == UInt8(ascii: "\n"), let last = heard.dropLast().lastIndex(of: 10),
        heard[last + 1] == UInt8(ascii: "z")
      else { continue }
      outcome.stack = Int(
        String(decoding: heard[(last + 3)...].dropLast(), as: UTF8.self), radix: 16)
    }
    outcome.lines = String(decoding: heard, as: UTF8.self).split(separator: "\n")
    if outcome.stack != nil { outcome.lines.removeLast() }
    return outcome
  }
}
