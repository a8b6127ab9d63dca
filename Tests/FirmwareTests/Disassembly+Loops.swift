/// What the loops of a function do.
extension Disassembly.Function {
  /// How many instructions multiply two signed numbers into a wide product or into a sum: what a Cortex-M4
  /// has for the core's sums of products.
  var products: Int {
    instructions.count { instruction in
      ["smull", "smult", "smlal", "smlab", "smlat", "smlad", "smuad", "smmla", "smmul"].contains {
        instruction.mnemonic.hasPrefix($0)
      }
    }
  }

  /// What it calls, wherever.
  var calls: [Substring] { instructions.filter(\.isCall).map(\.operands) }

  /// What it calls in loops: between the target of a branch backward and the branch.
  var callsInLoops: [Substring] {
    let loops = instructions.compactMap { branch -> ClosedRange<UInt64>? in
      guard !branch.isCall, let start = instructions.first?.address, let target = branch.target,
        target >= start, target <= branch.address
      else { return nil }
      return target...branch.address
    }
    return instructions.filter { instruction in
      instruction.isCall && loops.contains { $0.contains(instruction.address) }
    }.map(\.operands)
  }
}

extension Disassembly.Instruction {
  /// True for a call, also for one through a register.
  var isCall: Bool { mnemonic == "bl" || mnemonic == "blx" }
}
