// SPDX-License-Identifier: MIT
import Foundation

/// What a boot loader writes into the flash: the bytes of a UF2 or BIN file, by address.
struct Image {
  let parts: [(address: UInt32, bytes: [UInt8])]

  /// Reads `path`. A BIN file begins at `origin`.
  init(path: String, origin: UInt32) throws(Failure) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure("no image at \(path): build it with make firmware BOARD=…")
    }
    let bytes = [UInt8](data)
    guard path.hasSuffix(".uf2") else {
      parts = [(origin, bytes)]
      return
    }
    func word(_ place: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
    }
    guard !bytes.isEmpty, bytes.count % 512 == 0 else {
      throw Failure("\(path) is no UF2 file: its length is not a multiple of 512")
    }
    var parts: [(UInt32, [UInt8])] = []
    for block in stride(from: 0, to: bytes.count, by: 512) {
      guard word(block) == 0x0A32_4655, word(block + 4) == 0x9E5D_5157,
        word(block + 508) == 0x0AB1_6F30
      else { throw Failure("\(path) is no UF2 file: block \(block / 512) has other magic numbers") }
      parts.append(
        (word(block + 12), Array(bytes[block + 32..<block + 32 + Int(word(block + 16))])))
    }
    self.parts = parts
  }
}
