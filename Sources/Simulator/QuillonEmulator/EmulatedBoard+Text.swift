import Foundation
import QuillonFusion
import QuillonSerial

extension EmulatedBoard {
  /// What an image that speaks in lines of text says up to its last line, `z` and the bytes of stack that it
  /// took; the stack is nil when the board falls silent before, or has not come to it after five minutes,
  /// as one that starts anew again and again.
  public func listenToText() -> (lines: [Substring], stack: Int?) {
    var heard: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let end = ContinuousClock.now + .seconds(300)
    while !Self.isLastLine(heard.suffix(11)) && .now < end {
      let read = buffer.withUnsafeMutableBytes { host.read(into: $0, timeout: .seconds(60)) }
      guard case .bytes(let count) = read else { break }
      heard += buffer[..<count]
    }
    var lines = String(decoding: heard, as: UTF8.self).split(separator: "\n")
    guard Self.isLastLine(heard.suffix(11)), let last = lines.popLast() else { return (lines, nil) }
    return (lines, Int(last.dropFirst(2), radix: 16))
  }

  /// `z 00000000` and the line's end.
  private static func isLastLine(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 11 && bytes.first == UInt8(ascii: "z") && bytes.last == UInt8(ascii: "\n")
  }

  /// Boots ReplayImage with `samples` beside it, and gives what it says; throws ``EmulationError``.
  public static func replay(
    _ samples: some Sequence<InertialSample>, on machine: Machine, in project: URL
  ) throws -> (lines: [Substring], stack: Int?) {
    let tape = try ReplayReader(samples)
    let board = try EmulatedBoard(
      machine, image: machine.image("ReplayImage", in: project), replay: tape.file)
    defer { board.close() }
    return withExtendedLifetime(tape) { board.listenToText() }
  }
}
