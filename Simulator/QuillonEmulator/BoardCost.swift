import Foundation
import QuillonFusion

/// The cost of the firmware on a board, measured in the emulator.
public struct BoardCost: Sendable {
  /// The instructions of a stage.
  public struct Instructions: Codable, Sendable {
    /// The mean over the recorded inputs.
    public var mean: Double
    /// The maximum over all inputs.
    public var max: Double
    /// The maximum over the recorded inputs.
    public var recordedMax: Double
    /// The mean over the inputs that were searched for the slowest one.
    public var searchedMean: Double
    /// How many inputs were recorded.
    public var inputs: Double
  }

  /// The instructions by stage.
  public var instructions: [String: Instructions]
  /// Bytes of flash of RecognizerImage, its model included.
  public var flash: Int
  /// Bytes of RAM of RecognizerImage: variables, buffers and the reserved stack.
  public var ram: Int
  /// Bytes of reserved stack.
  public var stackReserve: Int

  /// Measures on `machine` with recorded letters. The machine's images are in the folder `project`.
  ///
  /// - Throws: ``EmulationError``.
  public init(measuring machine: Machine, in project: URL, samples: [InertialSample]) throws {
    let image = machine.image("RecognizerImage", in: project)
    guard let sizes = try? ELFSections(of: image).sizes else {
      throw EmulationError.noImage(path: image.path, machine: machine)
    }
    let stages = try StageTicks.measured(on: machine, in: project, samples: samples)
    guard let instructions = Self.instructions(of: stages) else {
      throw EmulationError.unfinished("LatencyImage", machine)
    }
    self.init(instructions, sizes)
  }

  /// Measures on a board with a sensor chip, as above.
  public init(measuring board: ChipBoard, in project: URL, samples: [InertialSample]) throws {
    // First, because what is said of a missing LatencyImage makes both images.
    let stages = try StageTicks.measured(on: board, in: project, samples: samples)
    let image = board.file("RecognizerImage.elf", in: project)
    guard let sizes = try? ELFSections(of: image).sizes else {
      throw EmulationError.noChipImage(path: image.path, board: board)
    }
    guard let instructions = Self.instructions(of: stages) else {
      throw EmulationError.unfinishedOnChipBoard(board)
    }
    self.init(instructions, sizes)
  }

  private init(_ instructions: [String: Instructions], _ sizes: [String: Int]) {
    func sum(_ sections: String...) -> Int { sections.reduce(0) { $0 + sizes[$1, default: 0] } }
    self.instructions = instructions
    flash = sum(".boot2", ".text", ".data")
    ram = sum(".stack", ".noinit", ".data", ".bss")
    stackReserve = sum(".stack")
  }

  /// Nil without the lines that tell how many instructions a tick is.
  private static func instructions(of stages: [String: StageTicks]) -> [String: Instructions]? {
    guard let loop = stages["loop"], let empty = stages["empty"] else { return nil }
    // A loop of known length.
    let tick = loop.repetitions / loop.searched.maximum
    return stages.filter { $0.key != "loop" && $0.key != "empty" }.mapValues { stage in
      func instructions(_ ticks: Double) -> Double {
        let call = stage.repetitions == 1 ? 0 : empty.searched.mean / empty.repetitions
        return ((ticks / stage.repetitions - call) * tick).rounded()
      }
      return Instructions(
        mean: instructions(stage.recorded.mean),
        max: instructions(max(stage.recorded.maximum, stage.searched.maximum)),
        recordedMax: instructions(stage.recorded.maximum),
        searchedMean: instructions(stage.searched.mean), inputs: stage.recorded.inputs)
    }
  }
}
