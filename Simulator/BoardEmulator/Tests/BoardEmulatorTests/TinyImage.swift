// SPDX-License-Identifier: MIT
import Foundation

/// A program of a few accesses to registers, as a BIN file for a Cortex-M4; the file is gone with this object. It ends in a loop.
final class TinyImage {
  /// What the program does.
  enum Step: Sendable {
    case store(UInt32, at: UInt32)
    case load(UInt32)
  }

  let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("tiny-image-\(UUID().uuidString).bin")

  /// A program that begins at `origin`.
  init(_ steps: [Step], origin: UInt32) throws {
    let code = steps.flatMap { step in
      switch step {
      // str r1, [r0]
      case .store(let value, let address):
        Self.move(address, to: 0) + Self.move(value, to: 1) + [0x6001]
      // ldr r1, [r0]
      case .load(let address): Self.move(address, to: 0) + [0x6801]
      }
    }
    let vectors = [0x2000_1000, (origin + 8) | 1] as [UInt32]
    var data = Data()
    for word in vectors { withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) } }
    // b .
    for half in code + [0xE7FE] {
      withUnsafeBytes(of: half.littleEndian) { data.append(contentsOf: $0) }
    }
    try data.write(to: file)
  }

  deinit { try? FileManager.default.removeItem(at: file) }

  /// `movw` and `movt` (ARMv7-M Architecture Reference Manual, A7.7.76 and A7.7.79).
  private static func move(_ value: UInt32, to register: UInt16) -> [UInt16] {
    half(0xF240, UInt16(value & 0xFFFF), register) + half(0xF2C0, UInt16(value >> 16), register)
  }

  private static func half(_ operation: UInt16, _ value: UInt16, _ register: UInt16) -> [UInt16] {
    let (first, bit): (UInt16, UInt16) = (value >> 12, (value >> 11) & 1)
    let middle: UInt16 = (value >> 8) & 7
    return [operation | bit << 10 | first, middle << 12 | register << 8 | value & 0xFF]
  }
}
