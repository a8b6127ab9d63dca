import QuillonEmulator
import Testing

/// The stack that is set aside is enough: for what was measured, and for the deepest way that the call
/// graph has, an interrupt on top.
@Suite struct StackTests {
  @Test(arguments: Machine.allCases, ["RecognizerImage", "ReplayImage"])
  func theReservedStackCoversTheBound(_ machine: Machine, _ name: String) throws {
    try Project.firmware()
    let image = try Disassembly(name, of: machine)
    let reserve = try #require(try LinkedImage(name, of: machine).sectionSizes()[".stack"])
    let bound = try image.stackBound()
    #expect(bound <= reserve, "\(name) on \(machine.rawValue): the stack may run out")
    #expect(try bound > image.interruptBound(), "the main loop must be counted too")
  }

  /// The bound holds for what was measured.
  @Test(arguments: Machine.allCases)
  func theBoundCoversTheHighWaterMark(_ machine: Machine) throws {
    try Project.firmware()
    let painted = try #require(try BoardReplay.stack(on: machine))
    let bound = try Disassembly("ReplayImage", of: machine).stackBound()
    #expect(painted <= bound, "\(machine.rawValue)")
    #expect(painted > 200, "the paint must have been there to be looked at")
  }

  /// An interrupt's part: what the core pushes, what aligns it, and the deepest handler's stack.
  @Test func anInterruptCountsWithItsFrame() throws {
    let image = Disassembly(
      text: """
        00000000 <reset_handler>:
               0:      \tpush\t{r4, lr}
               2:      \tbl\t0x10 <main> @ imm = #0x0
               6:      \tpop\t{r4, pc}

        00000010 <main>:
              10:      \tsub\tsp, #0x40
              12:      \tbx\tlr

        00000020 <tick_handler>:
              20:      \tpush\t{r4, lr}
              22:      \tpop\t{r4, pc}

        00000030 <sensor_port_handler>:
              30:      \tsub\tsp, #0x10
              32:      \tb\t0x20 <tick_handler> @ imm = #-0x10
        """)
    #expect(try image.interruptBound() == 32 + 4 + 16 + 8)
    #expect(try image.stackBound() == 8 + 64 + 32 + 4 + 16 + 8)
  }

  /// Specializations of a generic function have one name, and one may call another; a function that
  /// calls itself has no bound.
  @Test func functionsAreToldApartByTheirAddresses() throws {
    func image(calling place: String) -> Disassembly {
      Disassembly(
        text: """
          00000000 <reset_handler>:
                 0:      \tpush\t{r4, lr}
                 2:      \tbl\t0x10 <specialized step(_:)> @ imm = #0x0
                 6:      \tpop\t{r4, pc}

          00000010 <specialized step(_:)>:
                10:      \tsub\tsp, #0x10
                12:      \tbl\t\(place) <specialized step(_:)> @ imm = #0x0
                16:      \tbx\tlr

          00000020 <specialized step(_:)>:
                20:      \tsub\tsp, #0x40
                22:      \tbx\tlr
          """)
    }
    #expect(try image(calling: "0x20").stackBound(of: "reset_handler") == 8 + 16 + 64)
    #expect(
      try image(calling: "0x16").stackBound(of: "reset_handler") == 8 + 16, "a far jump")
    #expect(throws: NoStackBound.self) {
      try image(calling: "0x10").stackBound(of: "reset_handler")
    }
  }
}
