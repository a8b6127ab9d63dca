// SPDX-License-Identifier: MIT

/// A part of the memory map.
final class Block {
  let base: UInt32
  let size: Int
  let name: String
  let model: any Peripheral

  init(_ base: UInt32, _ name: String, _ model: any Peripheral, size: Int = 0x1000) {
    (self.base, self.name, self.model, self.size) = (base, name, model, size)
  }
}

/// Registers at addresses. A model names what it has; everything else is not there.
protocol Peripheral: AnyObject {
  /// The register's name in the chip's manual; nil if there is none at `offset`.
  func name(at offset: UInt32) -> String?
  /// The value of the register at `offset`, which has a name.
  func read(_ offset: UInt32) -> UInt32
  /// Stores to the register at `offset`, which has a name.
  func write(_ offset: UInt32, _ value: UInt32)
  /// Why it cannot be accessed now, as in "RESETS.RESET holds it in reset"; nil if it can.
  var obstacle: String? { get }
}

extension Peripheral {
  var obstacle: String? { nil }
}
