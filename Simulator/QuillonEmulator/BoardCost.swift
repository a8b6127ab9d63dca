import Foundation
import QuillonFusion
import QuillonRecognizer
import QuillonWire

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
  /// How samples come in and answers go out.
  private var ways: Ways

  /// The cycles that are assumed for an instruction. Both cores need fewer on average.
  public static let cyclesPerInstruction = 2.0

  /// Measures on `machine` with recorded letters. The machine's images are in the folder `project`.
  ///
  /// - Throws: ``EmulationError``.
  public init(
    measuring machine: Machine, _ variant: ImageVariant = .usual, in project: URL,
    samples: [InertialSample]
  ) throws {
    let image = machine.image("RecognizerImage\(variant.suffix)", in: project)
    guard let sizes = try? ELFSections(of: image).sizes else {
      throw EmulationError.noImage(path: image.path, machine: machine)
    }
    let stages = try StageTicks.measured(on: machine, variant, in: project, samples: samples)
    guard let instructions = Self.instructions(of: stages) else {
      throw EmulationError.unfinished("LatencyImage", machine)
    }
    self.init(instructions, sizes, .lines)
  }

  /// Measures on a board with a sensor chip, as above.
  public init(
    measuring board: ChipBoard, _ variant: ImageVariant = .usual, in project: URL,
    samples: [InertialSample]
  ) throws {
    // First, because the command in the error for a missing LatencyImage makes both images.
    let stages = try StageTicks.measured(on: board, variant, in: project, samples: samples)
    let image = board.file("RecognizerImage\(variant.suffix).elf", in: project)
    guard let sizes = try? ELFSections(of: image).sizes else {
      throw EmulationError.noChipImage(path: image.path, board: board)
    }
    guard let instructions = Self.instructions(of: stages) else {
      throw EmulationError.unfinishedOnChipBoard(board)
    }
    self.init(instructions, sizes, .bus(driver: board.driverInstructions))
  }

  private init(_ instructions: [String: Instructions], _ sizes: [String: Int], _ ways: Ways) {
    func sum(_ sections: String...) -> Int { sections.reduce(0) { $0 + sizes[$1, default: 0] } }
    self.instructions = instructions
    self.ways = ways
    flash = sum(".boot2", ".text", ".data")
    ram = sum(".stack", ".noinit", ".data", ".bss")
    stackReserve = sum(".stack")
  }

  /// How samples come in and answers go out.
  private enum Ways: Sendable {
    /// Packets over a line of 115,200 baud, of which each byte is an interrupt; and the main loop waits for each byte that it sends.
    case lines
    /// A chip on a bus of 366 kHz, whose driver takes so many instructions. Answers go into a buffer.
    case bus(driver: Double)
  }

  /// The longest frame: all that a board does for one sample.
  public struct Frame: Sendable {
    /// The parts by name, s. An instruction takes two cycles.
    public var parts: [(name: String, seconds: Double)]
    /// The clock of the core, Hz.
    var clock: Double

    /// All of it, s.
    public var seconds: Double { parts.reduce(0) { $0 + $1.seconds } }
    /// All of it, in instructions.
    public var total: Double { seconds * clock / cyclesPerInstruction }
    /// The name of the greatest part.
    public var greatest: String { parts.max { $0.seconds < $1.seconds }?.name ?? "" }
  }

  /// The longest frame at `clock`, Hz: bus read or line decode, calibration, fusion, integration and storing, the slice of reading and
  /// scoring that falls into it, output. The worst input of each part counts, although they rarely come together. A status is never sent
  /// while a stroke is read, so there are two kinds of frames.
  ///
  /// - Parameter waitsForLine: false for a board that sends from a buffer.
  public func frame(clock: Double, waitsForLine: Bool = true) -> Frame {
    func part(_ name: String) -> (name: String, seconds: Double) {
      (name, (instructions[name]?.max ?? 0) * Self.cyclesPerInstruction / clock)
    }
    func line(_ name: String, _ message: Message) -> (name: String, seconds: Double) {
      guard case .lines = ways, waitsForLine else { return (name, 0) }
      return (name, Self.lineTime(of: message))
    }
    var input: [(name: String, seconds: Double)]
    switch ways {
    case .lines:
      // An exception takes 12 cycles to enter and as many to leave.
      let interrupts = part("receiveByte").seconds + 24 / clock
      input = [part("decode"), ("interrupts", Double(PacketBytes.capacity) * interrupts)]
    case .bus(let driver):
      // 36 bytes of 9 bits: the chip's count of samples, one of them, and a field.
      input = [("bus", driver * Self.cyclesPerInstruction / clock + 36 * 9 / 366e3)]
    }
    input += ["calibrate", "fuse6", "push"].map(part)
    let classification = Message.classification(
      Classification(label: 0, score: .zero, margin: .zero, isRejected: false))
    let reading =
      input + [part("penUpFrame"), part("output"), line("line", classification)]
    let reporting = input + [part("status"), line("line", .status(Status()))]
    let frames = [reading, reporting].map { Frame(parts: $0, clock: clock) }
    return frames[0].seconds >= frames[1].seconds ? frames[0] : frames[1]
  }

  /// The sum of the parts of a frame of the recorded letters, in instructions, to be compared with the stage `frame`, which measures
  /// whole frames. The recorded board sends its attitude, so nothing is fused.
  public var recordedFrame: Double {
    let bytes = Double(PacketBytes.capacity) * (instructions["receiveByte"]?.recordedMax ?? 0)
    return ["decode", "push", "penUpFrame", "output"].reduce(bytes) {
      $0 + (instructions[$1]?.recordedMax ?? 0)
    }
  }

  /// How long a message takes on a line of 115,200 baud, ten bits a byte, s.
  private static func lineTime(of message: Message) -> Double {
    var (encoder, bytes) = (PacketEncoder(), PacketBytes())
    encoder.encode(message, time: .max, into: &bytes)
    return Double(bytes.count) * 10 / 115_200
  }

  /// Nil without the lines that show how many instructions a tick is.
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
