import EmulatedBoard
import Foundation
import Testing

/// What the linked RecognizerImage does not hold: a heap, floating point, a trap.
@Suite struct ImageProofTests {
  /// The fault handlers' and the run-time's own; nothing in an image calls the latter.
  private let allowed: Set<Substring> = ["_swift_exceptionPersonality"]

  @Test(arguments: Machine.allCases)
  func noHeap(_ machine: Machine) throws {
    try Project.firmware(machine)
    let symbols = try Project.symbols(of: machine.image("RecognizerImage", in: Project.root))
    let allocators = ["malloc", "calloc", "realloc", "free", "posix_memalign", "swift_slowAlloc"]
    #expect(symbols.filter { allocators.contains(String($0)) }.isEmpty)
    #expect(symbols.count > 50, "the symbols must be there to be looked at")
  }

  /// The control: an image with an array does not link, and says which allocator it misses.
  @Test func anImageWithAnArrayDoesNotLink() throws {
    let said = #expect(throws: ToolFailure.self) {
      try Project.make("firmware", "BOARD=mps2-an386", "IMAGES=HeapControl")
    }
    #expect(said?.said.contains("posix_memalign") == true, "\(said?.said ?? "")")
  }

  @Test(arguments: Machine.allCases)
  func noFloatingPoint(_ machine: Machine) throws {
    try Project.firmware(machine)
    let image = try Disassembly("RecognizerImage", of: machine)
    #expect(image.floatingFunctions == [])
  }

  @Test(arguments: Machine.allCases)
  func noTrap(_ machine: Machine) throws {
    try Project.firmware(machine)
    let image = try Disassembly("RecognizerImage", of: machine)
    #expect(image.trappingFunctions(except: allowed) == [])
    #expect(image.function("LinearModel.verdict") != nil, "the core must be there to be looked at")
  }

  /// The controls: images that compute in floating point and that may trap are found, by function. Their
  /// helper functions are not there, so the first does not even link.
  @Test func controlsAreFound() throws {
    try Project.make("firmware", "BOARD=mps2-an386", "IMAGES=TrapControl")
    let trap = try Disassembly("TrapControl", of: .mps2)
    #expect(trap.trappingFunctions(except: allowed).contains { $0.contains("TrapControl") })
    let said = #expect(throws: ToolFailure.self) {
      try Project.make("firmware", "BOARD=mps2-an386", "IMAGES=FloatControl")
    }
    #expect(said?.said.contains("__aeabi_") == true, "\(said?.said ?? "")")
  }

  /// Code generation: the hot products are single instructions on a Cortex-M4, and nothing in their
  /// functions copies memory.
  @Test(arguments: [
    "InertialSample.Acceleration.inReferenceFrame", "AxisIntegrator.step",
    "WritingPlane.coordinates",
  ])
  func productsAreSingleInstructions(_ name: String) throws {
    try Project.firmware(.stm32f405)
    let image = try Disassembly("RecognizerImage", of: .stm32f405)
    let function = try #require(image.function(name))
    let products = function.instructions.count { ["smull", "smlal"].contains($0.mnemonic) }
    #expect(products >= 3)
    #expect(!function.instructions.contains { $0.operands.contains("memcpy") })
  }
}
