/// A bound on the stack by the call graph.
extension Disassembly {
  /// The most bytes of stack that `name` and all that it calls can take: along the deepest way, what each
  /// function pushes and sets aside. nil when a function calls itself or calls through a pointer.
  func stackBound(of name: String) -> Int? {
    var known: [Substring: Int] = [:]
    return function(name).flatMap { bound(of: $0, below: [], &known) }
  }

  private func bound(
    of function: Function, below callers: Set<Substring>, _ known: inout [Substring: Int]
  ) -> Int? {
    if let bound = known[function.name] { return bound }
    guard !callers.contains(function.name) else { return nil }
    var deepest = 0
    for instruction in function.instructions {
      if instruction.mnemonic == "blx" { return nil }
      guard instruction.mnemonic == "bl" || instruction.leaves(function),
        let callee = instruction.target.flatMap({ self.function(at: $0) }),
        callee.name != function.name
      else { continue }
      guard let bound = bound(of: callee, below: callers.union([function.name]), &known) else {
        return nil
      }
      deepest = max(deepest, bound)
    }
    known[function.name] = function.frame + deepest
    return function.frame + deepest
  }

  private func function(at address: UInt64) -> Function? {
    functions.last { ($0.instructions.first?.address ?? .max) <= address }
  }
}

extension Disassembly.Function {
  /// What it pushes and sets aside, bytes.
  var frame: Int {
    instructions.reduce(0) { $0 + $1.stackUse }
  }
}

extension Disassembly.Instruction {
  /// Bytes that it takes from the stack.
  var stackUse: Int {
    if mnemonic.hasPrefix("push") { return 4 * operands.split(separator: ",").count }
    if mnemonic.hasPrefix("stmdb"), operands.hasPrefix("sp!") {
      return 4 * (operands.split(separator: ",").count - 1)
    }
    guard mnemonic.hasPrefix("sub"), operands.hasPrefix("sp, "),
      let amount = operands.range(of: "#0x")?.upperBound
    else { return 0 }
    return Int(operands[amount...].prefix(while: \.isHexDigit), radix: 16) ?? 0
  }

  /// True for a branch out of its function: a call in the last place.
  func leaves(_ function: Disassembly.Function) -> Bool {
    guard mnemonic == "b" || mnemonic == "b.w", let target,
      let first = function.instructions.first?.address,
      let last = function.instructions.last?.address
    else { return false }
    return target < first || target > last
  }
}
