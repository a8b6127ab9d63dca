import EmulatedBoard
import Foundation
import SerialLink

/// What an image costs on a board, measured.
struct BoardBudget: Codable {
  /// Instructions of a stage: of random inputs the mean, of a search for the slowest the maximum.
  struct Instructions: Codable {
    var mean: Double
    var max: Double
  }

  /// By stage.
  var instructions: [String: Instructions]
  /// Bytes of flash of RecognizerImage, its model included.
  var flash: Int
  /// Bytes of RAM of RecognizerImage: variables, buffers, and the stack that is set aside.
  var ram: Int
  /// Bytes of stack that are set aside.
  var stackReserve: Int
  /// Bytes of stack that RecognizerImage can take at most, by its call graph.
  var stackBound: Int
  /// Bytes of stack that LatencyImage had in use at most, painted.
  var stack: Int

  /// Measures on `machine`, whose images must be there.
  init(measuring machine: Machine) throws {
    let lines = try Self.listen(to: machine)
    guard let loop = lines["loop"], let empty = lines["empty"], let stack = lines["stack"] else {
      throw ToolFailure(said: "LatencyImage on \(machine.rawValue) did not come to the end")
    }
    // Instructions of a tick, counted by a loop of known length.
    let tick = Double(loop.repetitions) / Double(loop.total)
    var instructions: [String: Instructions] = [:]
    for (name, line) in lines where !["loop", "empty", "stack"].contains(name) {
      let call = line.repetitions == 1 ? 0 : empty.mean
      instructions[name] = Instructions(
        mean: ((line.mean - call) * tick).rounded(), max: ((line.maximum - call) * tick).rounded())
    }
    self.instructions = instructions
    self.stack = Int(stack.total)
    let image = try Disassembly("RecognizerImage", of: machine)
    stackBound = try image.stackBound(of: "reset_handler")
    let sizes = try Project.sectionSizes(of: machine.image("RecognizerImage", in: Project.root))
    flash = sizes[".text", default: 0] + sizes[".data", default: 0]
    stackReserve = sizes[".stack", default: 0]
    ram = [".stack", ".noinit", ".data", ".bss"].map { sizes[$0, default: 0] }.reduce(0, +)
  }

  private struct Line {
    var repetitions: UInt32
    var inputs: UInt32
    var total: UInt32
    var greatest: UInt32

    /// Ticks of one run.
    var mean: Double { Double(total) / Double(inputs) / Double(repetitions) }
    var maximum: Double { Double(greatest) / Double(repetitions) }
  }

  private static func listen(to machine: Machine) throws -> [String: Line] {
    let board = try EmulatedBoard(
      machine, image: machine.image("LatencyImage", in: Project.root), isCounting: true)
    defer { board.close() }
    var heard: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while !heard.suffix(2).elementsEqual([UInt8(ascii: "z"), UInt8(ascii: "\n")]) {
      let read = buffer.withUnsafeMutableBytes { board.host.read(into: $0, timeout: .seconds(20)) }
      guard case .bytes(let count) = read else { break }
      heard += buffer[..<count]
    }
    var lines: [String: Line] = [:]
    for text in String(decoding: heard, as: UTF8.self).split(separator: "\n") {
      let words = text.split(separator: " ")
      let numbers = words.dropFirst().compactMap { UInt32($0, radix: 16) }
      guard numbers.count == 4 else { continue }
      lines[String(words[0])] = Line(
        repetitions: numbers[0], inputs: numbers[1], total: numbers[2], greatest: numbers[3])
    }
    return lines
  }
}
