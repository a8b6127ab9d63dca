import Foundation

/// What `make firmware` disassembled: an image's functions, instruction by instruction.
struct Disassembly {
  /// An instruction.
  struct Instruction {
    var address: UInt64
    var mnemonic: Substring
    var operands: Substring
  }

  /// A function by its demangled name.
  struct Function {
    var name: Substring
    var instructions: [Instruction] = []
  }

  let functions: [Function]
  /// The flash from `origin` on, for the constants between the functions and behind them.
  private var flash = Data()
  private var origin: UInt64 = 0
  /// The stack of calls through pointers that the image does not show, bytes by the functions' names.
  var stackThroughPointers: [Substring: Int] = [:]

  /// The image whose ELF file is `image`, and which begins at `origin`.
  init(of image: URL, origin: UInt64) throws {
    let name = image.deletingPathExtension()
    self.init(text: try String(contentsOf: name.appendingPathExtension("asm"), encoding: .utf8))
    flash = try Data(contentsOf: name.appendingPathExtension("bin"))
    self.origin = origin
  }

  /// What a disassembler printed.
  init(text: String) {
    var functions: [Function] = []
    for line in text.split(separator: "\n") {
      if line.hasSuffix(">:"), let open = line.firstIndex(of: "<") {
        // Constants follow, which are no instructions.
        if line.hasSuffix("<code_end>:") { break }
        functions.append(Function(name: line[line.index(after: open)...].dropLast(2)))
      } else if let instruction = Self.instruction(line), !functions.isEmpty {
        functions[functions.count - 1].instructions.append(instruction)
      }
    }
    self.functions = functions
  }

  /// The functions that change r10 and do not restore it.
  ///
  /// A caller keeps the address of a value in r10 while it calls its methods, one after the other. Where a method reads the first words of the
  /// value and no more, the compiler (Swift 6.3, Thumb-2) can make one `ldm r10!` of it, which moves the address.
  var functionsThatMoveSelf: [Substring] {
    functions.filter { function in
      function.instructions.contains(where: \.movesSelf)
        && !function.instructions.contains {
          $0.mnemonic.hasPrefix("push") && $0.operands.contains("r10")
        }
    }.map(\.name)
  }

  /// The functions in which a trap can be reached, those named `except` apart.
  ///
  /// A trap instruction counts when something branches to it or runs into it, or when its function
  /// branches by a table. What remains is the filling between two functions.
  func trappingFunctions(except allowed: Set<Substring> = []) -> [Substring] {
    let targets = Set(functions.flatMap { $0.instructions.compactMap(\.target) })
    return functions.filter { function in
      let isTabular = function.instructions.contains { $0.mnemonic.hasPrefix("tb") }
      return function.instructions.indices.contains { index in
        let instruction = function.instructions[index]
        guard instruction.isTrap else { return false }
        let runsInto = index == 0 || !function.instructions[index - 1].endsFlow
        return runsInto || isTabular || targets.contains(instruction.address)
      }
    }.map(\.name).filter { !allowed.contains($0) }
  }

  /// The functions that use the floating-point unit or call what stands in for it.
  var floatingFunctions: [Substring] {
    functions.filter { function in
      function.instructions.contains { $0.usesFloatingPoint }
    }.map(\.name)
  }

  /// The word at `address`; nil outside the flash.
  func word(at address: UInt64) -> UInt64? {
    guard address >= origin, address + 4 <= origin + UInt64(flash.count) else { return nil }
    let bytes = flash[Int(address - origin)..<Int(address - origin + 4)]
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The function whose name begins with `name`, or its specialization for certain types.
  func function(_ name: String) -> Function? {
    functions.first { $0.name.hasPrefix(name) || $0.name.hasPrefix("specialized " + name) }
  }

  private static func instruction(_ line: Substring) -> Instruction? {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: true)
    guard parts.count >= 2, let colon = parts[0].firstIndex(of: ":"),
      let address = UInt64(parts[0][..<colon].filter { $0 != " " }, radix: 16)
    else { return nil }
    return Instruction(
      address: address, mnemonic: parts[1], operands: parts.dropFirst(2).first ?? "")
  }
}

extension Disassembly.Instruction {
  /// LLVM's names for an instruction that is never defined.
  var isTrap: Bool { ["trap", "udf", "udf.w", "bkpt"].contains(mnemonic) }

  /// True for a load or a store that changes r10 as its base.
  var movesSelf: Bool {
    operands.contains("r10!") || operands.contains("[r10], #")
      || operands.contains("[r10, ") && operands.hasSuffix("]!")
  }

  /// True when what follows is not run.
  var endsFlow: Bool {
    let isReturn =
      operands.contains("pc") && (mnemonic.hasPrefix("pop") || mnemonic.hasPrefix("ldm"))
    return ["b", "b.w", "bx"].contains(mnemonic) || mnemonic == ".word" || isTrap || isReturn
  }

  /// Where it may branch to.
  var target: UInt64? {
    // `cbz r0, 0x10 <name> @ imm = #0x4`: the first address is the target.
    mnemonic.hasPrefix("b") || mnemonic.hasPrefix("cb") ? UInt64(hexadecimal: operands) : nil
  }

  var usesFloatingPoint: Bool {
    mnemonic.hasPrefix("v")
      || ["__aeabi_f", "__aeabi_d", "__aeabi_i2f", "__aeabi_ui2f", "sf3>", "df3>"].contains {
        operands.contains($0)
      }
  }
}

extension UInt64 {
  /// The number after the first `0x` in `text`; nil when there is none.
  init?(hexadecimal text: Substring) {
    guard let start = text.range(of: "0x")?.upperBound,
      let number = UInt64(text[start...].prefix(while: \.isHexDigit), radix: 16)
    else { return nil }
    self = number
  }
}
