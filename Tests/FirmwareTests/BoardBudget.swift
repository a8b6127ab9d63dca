import Foundation
import QuillonEmulator

/// What the firmware costs on a board: measured in the emulator, and read off its disassembly.
struct BoardBudget: Codable {
  /// By stage.
  var instructions: [String: BoardCost.Instructions]
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
  /// Bytes of stack that ReplayImage had in use at most over simulated letters, painted.
  var stack: Int

  /// Measures on `machine`, whose images must be there.
  init(measuring machine: Machine, _ variant: ImageVariant) throws {
    let cost = try BoardCost(
      measuring: machine, variant, in: Project.root, samples: SampleSets.alphabet(writer: 1))
    let replayed =
      variant == .usual
      ? try BoardReplay.stack(on: machine)
      : try EmulatedBoard.replay(
        SampleSets.alphabet(writer: 1).prefix(ReplayReader.capacity(of: machine)), on: machine,
        variant,
        in: Project.root
      ).stack
    guard let stack = replayed else {
      throw EmulationError.unfinished("ReplayImage", machine)
    }
    instructions = cost.instructions
    flash = cost.flash
    ram = cost.ram
    stackReserve = cost.stackReserve
    self.stack = stack
    let name = "RecognizerImage\(variant.suffix)"
    stackBound = try Disassembly(name, of: machine).stackBound()
    let model = variant == .usual ? machine.modelName : "quillon_lab_damped_bytes"
    flashWithoutModel = try flash - LinkedImage(name, of: machine).size(ofSymbolsWith: model)
  }
}
