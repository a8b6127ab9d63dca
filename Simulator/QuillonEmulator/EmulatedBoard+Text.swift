import Foundation
import QuillonFusion
import QuillonSerial

extension ByteTransport {
  /// The lines of text that an image on an emulated board sends on this line, up to its last line, which is `z` and the number of
  /// bytes of stack that it used.
  ///
  /// The stack is nil when the board sends nothing for a minute before its last line, or has not
  /// sent its last line after five minutes. The latter happens with an image that restarts again
  /// and again.
  func readImageText() -> (lines: [Substring], stack: Int?) {
    var heard: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let end = ContinuousClock.now + .seconds(300)
    while !isLastLine(heard.suffix(11)) && .now < end {
      let read = buffer.withUnsafeMutableBytes { self.read(into: $0, timeout: .seconds(60)) }
      guard case .bytes(let count) = read else { break }
      heard += buffer[..<count]
    }
    var lines = String(decoding: heard, as: UTF8.self).split(separator: "\n")
    guard isLastLine(heard.suffix(11)), let last = lines.popLast() else { return (lines, nil) }
    return (lines, Int(last.dropFirst(2), radix: 16))
  }

  /// `z 00000000` and the line's end.
  private func isLastLine(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 11 && bytes.first == UInt8(ascii: "z") && bytes.last == UInt8(ascii: "\n")
  }
}

extension EmulatedBoard {
  /// The lines of text that the image sends, and the number of bytes of stack that it used; nil when it does not finish.
  public func listenToText() -> (lines: [Substring], stack: Int?) { host.readImageText() }

  /// Boots ReplayImage with `samples` loaded beside it, and returns the text that it sends.
  ///
  /// - Throws: ``EmulationError``.
  public static func replay(
    _ samples: some Sequence<InertialSample>, on machine: Machine,
    _ variant: ImageVariant = .usual, in project: URL
  ) throws -> (lines: [Substring], stack: Int?) {
    let tape = try ReplayReader(samples)
    let board = try EmulatedBoard(
      machine, image: machine.image("ReplayImage\(variant.suffix)", in: project), replay: tape.file)
    defer { board.close() }
    return withExtendedLifetime(tape) { board.listenToText() }
  }
}
