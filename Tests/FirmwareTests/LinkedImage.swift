import Foundation
import QuillonEmulator

/// The ELF file of an image.
struct LinkedImage {
  let file: URL

  /// The image `name` of `machine`.
  init(_ name: String, of machine: Machine) { file = machine.image(name, in: Project.root) }

  /// The names of its symbols.
  func symbols() throws -> [Substring] {
    try Project.run("arm-none-eabi-nm", ["-j", file.path]).split(separator: "\n")
  }

  /// The bytes of all symbols whose name holds `part`.
  func size(ofSymbolsWith part: String) throws -> Int {
    try Project.run("arm-none-eabi-nm", ["-S", file.path]).split(separator: "\n")
      .filter { $0.contains(part) }
      .map { $0.split(separator: " ") }
      .reduce(0) { $0 + ($1.count == 4 ? Int($1[1], radix: 16) ?? 0 : 0) }
  }

  /// The sizes of its sections, bytes, by name.
  func sectionSizes() throws -> [String: Int] { try ELFSections(of: file).sizes }

  /// Writes a copy to `copy` in which the instruction at `address` is one that is never defined.
  func write(to copy: URL, undefiningInstructionAt address: UInt64) throws {
    let table = try Project.run("arm-none-eabi-objdump", ["-h", "-j", ".text", file.path])
    let words = table.split(separator: "\n").map { $0.split(separator: " ") }
      .first { $0.count >= 6 && $0[1] == ".text" }
    guard let words, let start = UInt64(words[3], radix: 16),
      let offset = UInt64(words[5], radix: 16)
    else { throw ToolFailure(code: 0, said: table) }
    var bytes = try Data(contentsOf: file)
    let place = Int(address - start + offset)
    bytes.replaceSubrange(place..<place + 2, with: [0x00, 0xDE])
    try bytes.write(to: copy)
  }
}
