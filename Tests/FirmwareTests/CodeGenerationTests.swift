import QuillonEmulator
import Testing

/// How the hot sums of products are compiled on a Cortex-M4: single instructions, nothing called or copied.
@Suite struct CodeGenerationTests {
  private static let boards = [Machine.mps2, .stm32f405]

  /// What runs once a sample, or once a point at pen-up, calls nothing at all.
  @Test(
    arguments: boards,
    [
      "InertialSample.Acceleration.inReferenceFrame", "DampedIntegrator.stepUndamped",
    ])
  func rotationAndIntegrationAreSingleInstructions(_ machine: Machine, _ name: String) throws {
    try Project.firmware()
    let image = try Disassembly("RecognizerImage", of: machine)
    let function = try #require(image.function(name), "no function \(name)")
    #expect(function.products >= 3, "\(name) multiplies otherwise")
    #expect(function.calls == [], "\(name) calls")
  }

  /// Its products fit into single words.
  @Test(arguments: boards)
  func averagingAttitudesCallsNothing(_ machine: Machine) throws {
    try Project.firmware()
    let image = try Disassembly("RecognizerImage", of: machine)
    let function = try #require(image.function("AttitudeMean.add"))
    #expect(function.instructions.count { $0.mnemonic.hasPrefix("mla") } >= 7)
    #expect(function.calls == [])
  }

  /// 28 columns by 26 rows: the loops call nothing but the placing of a new best, which few rows reach.
  @Test(arguments: boards)
  func scoresAreSingleInstructions(_ machine: Machine) throws {
    try Project.firmware()
    let image = try Disassembly("LatencyImage", of: machine)
    let function = try #require(image.function("LinearModel.classification"))
    #expect(function.products >= 8, "LinearModel.classification multiplies otherwise")
    let calls = function.callsInLoops.filter { !$0.contains("LinearModel.Ranking.place") }
    #expect(calls == [], "LinearModel.classification calls in a loop")
  }

  /// Sixteen products of a network in eight instructions, for four outputs; the widening of the weights and
  /// the mixing of the numbers are single instructions, too. A Cortex-M0 has none of them.
  @Test(arguments: Machine.allCases)
  func productsOfANetworkAreMadeInPairs(_ machine: Machine) throws {
    try Project.firmware()
    let image = try Disassembly("RecognizerImage", of: machine)
    let function = try #require(image.function("DenseLayer.sums"))
    func count(_ mnemonic: String) -> Int {
      function.instructions.count { $0.mnemonic.hasPrefix(mnemonic) }
    }
    let isM4 = Self.boards.contains(machine)
    #expect(count("smlad") == (isM4 ? 8 : 0))
    #expect(count("sxtb16") == (isM4 ? 8 : 0))
    #expect(count("pkh") == (isM4 ? 2 : 0))
    #expect(function.calls == [])
  }

  /// A getter that is not inlined takes a structure by value, and a board then copies the filter or the parameters for every sample.
  @Test(
    arguments: Machine.allCases,
    ["StrokeWriter.followUndamped", "StrokeWriter.store", "SensorCalibration.correct"])
  func noSampleCopiesAStructure(_ machine: Machine, _ name: String) throws {
    try Project.firmware()
    let image = try Disassembly("RecognizerImage", of: machine)
    let function = try #require(image.function(name), "no function \(name)")
    #expect(function.calls.filter { $0.contains("memcpy") } == [], "\(name) copies")
  }

  /// The control: a loop that copies and calls is found, by function.
  @Test(arguments: boards)
  func aLoopThatCallsAndCopiesIsFound(_ machine: Machine) throws {
    try Project.firmware()
    let image = try Disassembly("CallControl", of: machine)
    let function = try #require(image.functions.first { $0.name.contains("CallControl.sum") })
    #expect(function.callsInLoops.contains { $0.contains("memcpy") })
    #expect(function.callsInLoops.contains { $0.contains("CallControl.product") })
    #expect(function.products == 0)
  }
}
