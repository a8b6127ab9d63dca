import QuillonEmulator
import Testing

/// What the linked RecognizerImage does not hold: a heap, floating point, a trap. Each proof has its
/// control, an image that it refuses, for each core.
@Suite struct ImageProofTests {
  /// The run-time's own, which nothing in an image calls.
  private let allowed: Set<Substring> = ["_swift_exceptionPersonality"]

  /// A board for each core: those with the same one link the same libraries.
  private static let controls = [Machine.nrf51822, .mps2]

  private func build(_ image: String, _ machine: Machine) throws {
    try Project.firmware()
    try Project.make("firmware", "BOARD=\(machine.rawValue)", "IMAGES=\(image)")
  }

  @Test(arguments: Machine.allCases)
  func noHeap(_ machine: Machine) throws {
    try Project.firmware()
    let symbols = try LinkedImage("RecognizerImage", of: machine).symbols()
    let allocators = ["malloc", "calloc", "realloc", "free", "posix_memalign", "swift_slowAlloc"]
    #expect(symbols.filter { allocators.contains(String($0)) }.isEmpty)
    #expect(symbols.count > 50, "the symbols must be there to be looked at")
  }

  /// The control: an image with an array does not link, and the error names the missing allocator.
  @Test(arguments: controls)
  func anImageWithAnArrayDoesNotLink(_ machine: Machine) throws {
    let said = #expect(throws: ToolFailure.self) { try build("HeapControl", machine) }
    #expect(said?.said.contains("posix_memalign") == true, "\(said?.said ?? "")")
  }

  @Test(arguments: Machine.allCases)
  func noFloatingPoint(_ machine: Machine) throws {
    try Project.firmware()
    let image = try Disassembly("RecognizerImage", of: machine)
    #expect(image.floatingFunctions == [])
    #expect(
      image.function(machine.scoringFunction) != nil, "the core must be there to be looked at")
  }

  /// The controls: an image that computes in floating point does not link, because the functions that
  /// stand in for the unit are missing; and the unit's instructions are known when seen.
  @Test(arguments: controls)
  func anImageWithFloatingPointDoesNotLink(_ machine: Machine) throws {
    let said = #expect(throws: ToolFailure.self) { try build("FloatControl", machine) }
    #expect(said?.said.contains("__aeabi_f") == true, "\(said?.said ?? "")")
  }

  @Test(arguments: [
    "vmul.f32\ts0, s0, s1", "vsqrt.f32\ts2, s2", "vstr\ts0, [sp]", "bl\t0x10 <__aeabi_fmul>",
  ])
  func floatingPointIsKnownWhenSeen(_ instruction: String) {
    let image = Disassembly(text: "00000000 <f>:\n       0:      \t\(instruction)\n")
    #expect(image.floatingFunctions == ["f"])
  }

  @Test(arguments: Machine.allCases, ["RecognizerImage", "ReplayImage", "LatencyImage"])
  func noMethodMovesItsValue(_ machine: Machine, _ image: String) throws {
    try Project.firmware()
    #expect(try Disassembly(image, of: machine).functionsThatMoveSelf == [])
  }

  /// The control: a method that changes r10 is known when seen, unless it restores it.
  @Test func aMovedValueIsKnownWhenSeen() {
    func names(_ instructions: String...) -> [Substring] {
      let lines = instructions.map { "       0:      \t\($0)\n" }
      return Disassembly(text: "00000000 <f>:\n" + lines.joined()).functionsThatMoveSelf
    }
    #expect(names("push\t{r4, lr}", "ldm.w\tr10!, {r1, r2, r3, r4}") == ["f"])
    #expect(names("push.w\t{r4, r10, lr}", "ldm.w\tr10!, {r1, r2, r3, r4}") == [])
    #expect(names("push\t{r4, lr}", "ldm.w\tr10, {r1, r2, r3, r4}") == [])
  }

  @Test(arguments: Machine.allCases)
  func noTrap(_ machine: Machine) throws {
    try Project.firmware()
    let image = try Disassembly("RecognizerImage", of: machine)
    #expect(image.trappingFunctions(except: allowed) == [])
    #expect(
      image.function(machine.scoringFunction) != nil, "the core must be there to be looked at")
  }

  /// The control: a sum that may overflow is found, by function.
  @Test(arguments: Machine.allCases)
  func anImageThatMayTrapIsFound(_ machine: Machine) throws {
    try Project.firmware()
    let image = try Disassembly("TrapControl", of: machine)
    #expect(image.trappingFunctions(except: allowed).contains { $0.contains("TrapControl.sum") })
  }
}
