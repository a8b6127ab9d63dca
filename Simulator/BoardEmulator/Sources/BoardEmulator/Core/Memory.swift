// SPDX-License-Identifier: MIT

/// Memory that the engine and the models share.
final class Memory {
  let bytes: UnsafeMutablePointer<UInt8>
  let count: Int

  /// `count` bytes, a multiple of 4 KB, each with the value `filling`.
  init(count: Int, filling: UInt8) {
    let raw = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 4_096)
    bytes = raw.bindMemory(to: UInt8.self, capacity: count)
    bytes.initialize(repeating: filling, count: count)
    self.count = count
  }

  /// The word at `offset`.
  subscript(word offset: Int) -> UInt32 {
    get { UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    set {
      UnsafeMutableRawPointer(bytes).storeBytes(of: newValue, toByteOffset: offset, as: UInt32.self)
    }
  }
}
