import Foundation
import QuillonEmulator
import Testing

/// The frame: everything that a board does for one sample, by the worst input of each part.
@Suite struct FrameBudgetTests {
  /// A board and its firmware, measured once a test run.
  private struct Measured: Hashable {
    var machine: Machine
    var variant: ImageVariant
  }

  private static let costs = Result {
    try Project.firmware()
    return try Machine.allCases.flatMap { machine in
      [ImageVariant.usual, .lab].map { Measured(machine: machine, variant: $0) }
    }.reduce(into: [Measured: BoardCost]()) { costs, measured in
      costs[measured] = try BoardCost(
        measuring: measured.machine, measured.variant, in: Project.root,
        samples: SampleSets.alphabet(writer: 1))
    }
  }

  private func cost(_ machine: Machine, _ variant: ImageVariant) throws -> BoardCost {
    try #require(try Self.costs.get()[Measured(machine: machine, variant: variant)])
  }

  /// Line decode and its interrupts, calibration, fusion, integration, storing, the slice of reading and scoring, output: at most 10 ms at
  /// the board's clock.
  @Test(arguments: Machine.allCases, [ImageVariant.usual, .lab])
  func theWorstFrameFitsIntoTenMilliseconds(_ machine: Machine, _ variant: ImageVariant) throws {
    let frame = try cost(machine, variant).frame(clock: machine.clock)
    let parts = frame.parts.map { String(format: "%@ %.3f", $0.name, $0.seconds * 1e3) }
    print(
      "\(machine.rawValue)\(variant.suffix): \(parts.joined(separator: ", ")) = "
        + String(format: "%.3f ms", frame.seconds * 1e3))
    for name in ["decode", "interrupts", "calibrate", "fuse6", "push"] {
      #expect(frame.parts.contains { $0.name == name && $0.seconds > 0 }, "\(name) is left out")
    }
    #expect(frame.seconds <= 0.010, "the worst is \(frame.greatest)")
  }

  /// What the board's timer measures of whole frames is the sum of their parts, within a tenth.
  @Test(arguments: Machine.allCases, [ImageVariant.usual, .lab])
  func aFrameIsTheSumOfItsParts(_ machine: Machine, _ variant: ImageVariant) throws {
    let cost = try cost(machine, variant)
    let whole = try #require(cost.instructions["frame"]?.max)
    print("\(machine.rawValue)\(variant.suffix): \(cost.recordedFrame) of \(whole) instructions")
    #expect(abs(cost.recordedFrame - whole) <= whole / 10)
  }

  /// At 64 MHz, the clock of the boards with a sensor chip, which send from a buffer, at least half of the frame is free.
  @Test(arguments: Machine.allCases, [ImageVariant.usual, .lab])
  func halfOfTheFrameIsFreeAt64MHz(_ machine: Machine, _ variant: ImageVariant) throws {
    let frame = try cost(machine, variant).frame(clock: 64e6, waitsForLine: false)
    #expect(frame.seconds <= 0.005)
  }

  /// The damped step is measured in the firmware that damps.
  @Test(arguments: Machine.allCases)
  func dampingCostsInstructions(_ machine: Machine) throws {
    let (free, damped) = (try cost(machine, .usual), try cost(machine, .lab))
    let (before, now) = (
      free.instructions["integrate"]?.mean, damped.instructions["integrate"]?.mean
    )
    #expect(try #require(now) > 2 * #require(before))
  }
}
