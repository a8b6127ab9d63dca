/// A bound on the stack by the call graph.
extension Disassembly {
  /// The most bytes of stack that the image can take: from its start on along the deepest way, and one
  /// interrupt on top. Interrupts have one priority, so none interrupts another.
  func stackBound() throws -> Int { try stackBound(of: "reset_handler") + interruptBound() }

  /// The most bytes that an interrupt takes: the eight registers that the core pushes, a word that aligns
  /// them to eight bytes, and the deepest handler. Fault handlers give the stack back first.
  func interruptBound() throws -> Int {
    let handlers = [
      "tick_handler", "sensor_port_handler", "host_port_handler", "bus_handler",
      "data_ready_handler", "usb_handler",
    ]
    let bounds = try handlers.filter { function($0) != nil }.map { try stackBound(of: $0) }
    return 8 * 4 + 4 + (bounds.max() ?? 0)
  }

  /// The most bytes of stack that `name` and all that it calls can take: along the deepest way, what each
  /// function pushes and sets aside. Throws the function that calls itself or calls through a pointer.
  func stackBound(of name: String) throws -> Int {
    var known: [UInt64: Int] = [:]
    guard let function = functions.first(where: { $0.name == name }) else {
      throw NoStackBound(function: "\(name): not there")
    }
    return try bound(of: function, below: [], &known)
  }

  private func bound(
    of function: Function, below callers: Set<UInt64>, _ known: inout [UInt64: Int]
  ) throws -> Int {
    // By address: specializations of one generic function have one name.
    if let bound = known[function.address] { return bound }
    guard !callers.contains(function.address) else {
      throw NoStackBound(function: "\(function.name): calls itself")
    }
    var deepest = stackThroughPointers[function.name] ?? 0
    for callee in try callees(of: function) {
      let bound = try bound(of: callee, below: callers.union([function.address]), &known)
      deepest = max(deepest, bound)
    }
    known[function.address] = function.frame + deepest
    return function.frame + deepest
  }

  /// What it calls. Where one function is called often the compiler keeps its address in a register: then
  /// it is one of those whose addresses it takes, or its callers.
  /// `swift_once` calls what its callers hand it: the initializations of globals.
  private func callees(of function: Function) throws -> [Function] {
    if function.name == "swift_once" {
      return functions.filter { $0.name.hasPrefix("one-time initialization function") }
    }
    var callees: [Function] = []
    for instruction in function.instructions {
      guard !instruction.setsStackByRegister else {
        throw NoStackBound(function: "\(function.name): sets the stack by a register")
      }
      if instruction.leaves(function),
        let callee = instruction.target.flatMap({ self.function(at: $0) })
      {
        callees.append(callee)
      }
    }
    if stackThroughPointers[function.name] == nil,
      function.instructions.contains(where: { $0.mnemonic == "blx" })
    {
      var taken = functionsTaken(in: function)
      if taken.isEmpty {
        // Of two functions that differ in what they call the linker makes one, and its callers hand it that.
        taken = functions.filter { $0.calls(function) }.flatMap(functionsTaken)
      }
      guard !taken.isEmpty else {
        throw NoStackBound(function: "\(function.name): calls through a pointer")
      }
      callees += taken
    }
    return callees
  }

  /// The functions whose addresses it takes: a constant to which the program counter is added, or what the
  /// table of global offsets holds at such a place.
  private func functionsTaken(in function: Function) -> [Function] {
    var registers: [Substring: UInt64] = [:]
    var addresses: Set<UInt64> = []
    for instruction in function.instructions {
      let register = instruction.operands.prefix { $0 != "," }
      if instruction.mnemonic.hasPrefix("ldr") {
        let pointer = instruction.operands.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
        let place = UInt64(hexadecimal: instruction.comment) ?? registers[pointer]
        registers[register] = place.flatMap(word)
      } else if instruction.mnemonic == "add", instruction.operands == "\(register), pc" {
        registers[register] = registers[register].map {
          ($0 + instruction.address + 4) & 0xFFFF_FFFF
        }
      }
      // Bit 0 of a function's address marks it as Thumb; an even number is a number.
      if let address = registers[register], address & 1 == 1 { addresses.insert(address - 1) }
    }
    // Where the flash begins at 0, a small number is treated as a place in the vector table. Nobody calls the first of its
    // handlers.
    return functions.filter {
      $0.name != "reset_handler"
        && $0.instructions.first.map { addresses.contains($0.address) } ?? false
    }
  }

  private func function(at address: UInt64) -> Function? {
    functions.last { $0.address <= address }
  }
}

extension Disassembly.Function {
  /// Where it begins; the greatest number of one without instructions.
  var address: UInt64 { instructions.first?.address ?? .max }

  /// Whether it branches to the beginning of `callee`.
  func calls(_ callee: Self) -> Bool {
    instructions.contains { $0.target == callee.address }
  }

  /// What it pushes and sets aside, bytes.
  var frame: Int {
    instructions.reduce(0) { $0 + $1.stackUse }
  }
}

extension Disassembly.Instruction {
  /// Bytes of stack that it uses.
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

  /// True when it moves the stack's end by an amount that does not stand in it.
  var setsStackByRegister: Bool {
    (mnemonic.hasPrefix("add") || mnemonic.hasPrefix("sub")) && operands.hasPrefix("sp, r")
      || operands.hasSuffix("]!") && operands.contains("[sp, #-")
  }

  /// What the disassembler adds, such as the address that a constant is loaded from.
  var comment: Substring {
    operands.range(of: "@").map { operands[$0.upperBound...] } ?? ""
  }

  /// True for a call, and for a branch out of its function: a call in the last place. A Cortex-M0 jumps far within
  /// a long function by `bl`.
  func leaves(_ function: Disassembly.Function) -> Bool {
    guard ["b", "b.w", "bl"].contains(mnemonic), let target,
      let first = function.instructions.first?.address,
      let last = function.instructions.last?.address
    else { return false }
    // A function that calls itself calls its first instruction.
    return target < first || target > last || mnemonic == "bl" && target == first
  }
}

/// Why there is no bound.
struct NoStackBound: Error {
  let function: String
}
