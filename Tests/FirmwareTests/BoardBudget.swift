import EmulatedBoard
import Foundation

/// What the firmware costs on a board, measured.
struct BoardBudget: Codable {
  /// Instructions of a stage.
  struct Instructions: Codable {
    /// The mean of the recorded inputs.
    var mean: Double
    /// The greatest of all inputs.
    var max: Double
    /// The greatest of the recorded inputs.
    var recordedMax: Double
    /// The mean of the inputs among which the slowest was searched.
    var searchedMean: Double
  }

  /// By stage.
  var instructions: [String: Instructions]
  /// Bytes of flash of RecognizerImage, its model included.
  var flash: Int
  /// The same without the model's table.
  var flashWithoutModel: Int
  /// Bytes of RAM of RecognizerImage: variables, buffers, and the stack that is set aside.
  var ram: Int
  /// Bytes of stack that are set aside.
  var stackReserve: Int
  /// Bytes of stack that RecognizerImage and an interrupt can take at most, by its call graph.
  var stackBound: Int
  /// Bytes of stack that ReplayImage had in use at most over the simulated letters, painted.
  var stack: Int

  /// Measures on `machine`, whose images must be there.
  init(measuring machine: Machine) throws {
    let stages = try StageTicks.measured(on: machine)
    guard let loop = stages["loop"], let empty = stages["empty"] else {
      throw ToolFailure(code: 0, said: "LatencyImage did not come to the end")
    }
    guard let stack = try BoardReplay.stack(on: machine) else {
      throw ToolFailure(code: 0, said: "ReplayImage did not come to the end")
    }
    // Instructions of a tick, counted by a loop of known length.
    let tick = loop.repetitions / loop.searched.maximum
    instructions = stages.filter { $0.key != "loop" && $0.key != "empty" }.mapValues { stage in
      func instructions(_ ticks: Double) -> Double {
        let call = stage.repetitions == 1 ? 0 : empty.searched.mean / empty.repetitions
        return ((ticks / stage.repetitions - call) * tick).rounded()
      }
      return Instructions(
        mean: instructions(stage.recorded.mean),
        max: instructions(max(stage.recorded.maximum, stage.searched.maximum)),
        recordedMax: instructions(stage.recorded.maximum),
        searchedMean: instructions(stage.searched.mean))
    }
    self.stack = stack
    stackBound = try Disassembly("RecognizerImage", of: machine).stackBound()
    let image = LinkedImage("RecognizerImage", of: machine)
    let sizes = try image.sectionSizes()
    flash = sizes[".text", default: 0] + sizes[".data", default: 0]
    flashWithoutModel = try flash - image.size(ofSymbolsWith: "SimulatedAirModel")
    stackReserve = sizes[".stack", default: 0]
    ram = [".stack", ".noinit", ".data", ".bss"].map { sizes[$0, default: 0] }.reduce(0, +)
  }
}
