// SPDX-License-Identifier: MIT
import Foundation

/// A program of a few accesses to registers, as a BIN file for a core with Thumb-2 or an RP2040; the file is gone with this object. It ends
/// in a loop.
final class TinyImage {
  /// What the program does.
  enum Step: Sendable {
    case store(UInt32, at: UInt32)
    case load(UInt32)
    /// Calls a function of a boot ROM with two numbers.
    case call(UInt32, UInt32, UInt32)
    /// Runs a loop of two instructions so many times.
    case wait(UInt32)
  }

  let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("tiny-image-\(UUID().uuidString).bin")

  /// A program that begins at `origin`, with `block` between its vector table and its code.
  init(_ steps: [Step], origin: UInt32, block: [UInt32] = []) throws {
    let code = steps.flatMap { step in
      switch step {
      // str r1, [r0]
      case .store(let value, let address):
        Self.move(address, to: 0) + Self.move(value, to: 1) + [0x6001]
      // ldr r1, [r0]
      case .load(let address): Self.move(address, to: 0) + [0x6801]
      // blx r3
      case .call(let function, let first, let second):
        Self.move(first, to: 0) + Self.move(second, to: 1) + Self.move(function | 1, to: 3)
          + [0x4798]
      // subs r2, #1; bne to it
      case .wait(let count): Self.move(count, to: 2) + [0x3A01, 0xD1FD]
      }
    }
    try Self.image(code, origin: origin, block: block).write(to: file)
  }

  /// A program for an RP2040, whose core has no `movw`: the numbers stand behind the code. `boot2` is put in front.
  init(_ steps: [Step], boot2: Data) throws {
    var (code, numbers): ([UInt16], [UInt32]) = ([], [])
    let count = steps.reduce(1) { $0 + Self.halves($1) }
    /// ldr rN, [pc, #offset] (ARMv6-M Architecture Reference Manual, A6.7.27); the code begins at a multiple of four.
    func load(_ number: UInt32, to register: UInt16) {
      let place = 2 * (count + count % 2) + 4 * numbers.count
      code.append(0x4800 | register << 8 | UInt16((place - (2 * code.count + 4) & ~3) / 4))
      numbers.append(number)
    }
    for step in steps {
      switch step {
      case .store(let value, let address):
        load(address, to: 0)
        load(value, to: 1)
        code.append(0x6001)
      case .load(let address):
        load(address, to: 0)
        code.append(0x6801)
      // blx r3
      case .call(let function, let first, let second):
        load(first, to: 0)
        load(second, to: 1)
        load(function | 1, to: 3)
        code.append(0x4798)
      case .wait: preconditionFailure("no program for an RP2040 waits")
      }
    }
    var data = boot2 + Self.image(code, origin: 0x1000_0100)
    if count % 2 == 1 { data.append(contentsOf: [0, 0]) }
    for word in numbers { withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) } }
    try data.write(to: file)
  }

  private static func halves(_ step: Step) -> Int {
    switch step {
    case .store: 3
    case .load: 2
    case .call: 4
    case .wait: 0
    }
  }

  /// Stack and reset handler, a block, the code behind them, and a loop.
  private static func image(_ code: [UInt16], origin: UInt32, block: [UInt32] = []) -> Data {
    let vectors = [0x2000_1000, (origin + 8 + 4 * UInt32(block.count)) | 1] as [UInt32]
    var data = Data()
    for word in vectors + block {
      withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) }
    }
    // b .
    for half in code + [0xE7FE] {
      withUnsafeBytes(of: half.littleEndian) { data.append(contentsOf: $0) }
    }
    return data
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
