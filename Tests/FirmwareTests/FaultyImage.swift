import Foundation
import QuillonEmulator
import QuillonWire
import Testing

/// An image with an undefined instruction in it; the file is gone with this object.
final class FaultyImage {
  /// The ELF file.
  let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("quillon-fault-\(UUID().uuidString).elf")
  /// Where the instruction is.
  let place: UInt64

  /// The linked `image` with the first instruction of a function undefined.
  init(_ image: String, of machine: Machine, at function: String) throws {
    try Project.firmware()
    let code = try Disassembly(image, of: machine)
    place = try #require(code.function(function)?.instructions.first?.address)
    try LinkedImage(image, of: machine).write(to: file, undefiningInstructionAt: place)
  }

  deinit { try? FileManager.default.removeItem(at: file) }
}

extension Conversation {
  /// Writes a letter, and waits for a fault where it is scored: the fault, and how many samples were
  /// sent after the letter; nil when there is none.
  func provokeFault() throws -> (fault: Message, count: UInt32)? {
    let letter = Array(
      try SampleSets.alphabet(writer: 1).drop { $0.pen == .up }.prefix { $0.pen == .down })
    play(letter)
    guard var last = letter.last else { return nil }
    last.timestamp += 10_000
    last.pen = .up
    // The stroke may be scored some samples later.
    for count in 1...200 as ClosedRange<UInt32> {
      send(last)
      last.timestamp += 10_000
      let fault = first(within: .milliseconds(20)) {
        if case .fault = $0 { true } else { false }
      }
      if let fault { return (fault, count) }
    }
    return first { if case .fault = $0 { true } else { false } }.map { ($0, 200) }
  }
}
