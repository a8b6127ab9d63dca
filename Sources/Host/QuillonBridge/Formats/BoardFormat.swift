import QuillonConversions
import QuillonSerialFormats

/// A serial format that boards send: what a user needs to know about it, and how to read it.
public struct BoardFormat: Sendable {
  /// Its name on the command line.
  public var name: String
  /// Which boards send it.
  public var boards: String
  /// Which quantities of the motion it carries.
  public var sends: String
  /// The line speed of a board with its factory settings, bits/s.
  public var baud: Int
  /// How many samples per second a board sends with its factory settings; nil when it sends none
  /// until it is set up.
  public var rate: Double?
  /// What is unusual about it.
  public var quirks: String
  /// How to set up the board for writing letters.
  public var setup: String
  /// The samples a second, 25 to 400, that `--configure` can set, in ascending order. Empty if it can't set them, or if the line has room
  /// for one rate only. BOARDS.md has the commands, their sources and what limits them.
  public var settableRates: [Int]
  /// The full scales that the format fixes; unknown where the board's settings decide.
  public var range: SensorRange
  /// How unlikely it is that other bytes are taken for this format.
  var evidence: FormatEvidence
  /// Which message begins a sample, where several messages make one sample.
  public var lead: SampleAssembler.Lead
  /// Makes a decoder for the beginning of a stream.
  public var makeDecoder: @Sendable () -> any SensorDecoder
  /// The commands that let a board send so many samples a second.
  private var makeConfiguration: (@Sendable (_ rate: Int) -> BoardConfiguration)?
  /// Reads the fields of a whole message. Their names are the maker's.
  public var rawFields: @Sendable ([UInt8]) -> RawMessage

  /// The rate to set so that at least `rate` samples a second come, or as many as it can; nil if it can't be set.
  public func settableRate(for rate: Double) -> Int? {
    settableRates.first { Double($0) >= rate } ?? settableRates.last
  }

  /// The commands that `--configure` sends to a board of this format; nil when the board needs
  /// none, or accepts no commands.
  public var configuration: BoardConfiguration? {
    configuration(at: settableRates.last { $0 <= 100 } ?? 100)
  }

  /// The commands that let a board of this format send `rate` samples a second, one of ``settableRates``; boards without
  /// such rates send what they do at the factory. Nil when the board needs no commands, or accepts none.
  public func configuration(at rate: Int) -> BoardConfiguration? { makeConfiguration?(rate) }

  /// All formats, the most common boards first.
  public static let all = [quillon] + SerialFormat.allCases.map(of)

  /// The format with this name; nil when there is none.
  public static func named(_ name: String) -> BoardFormat? { all.first { $0.name == name } }

  /// The description of a format of other makers.
  public static func of(_ format: SerialFormat) -> BoardFormat {
    switch format {
    // Generated from SerialFormat.swift by `make lists`: do not edit.
    case .columns: columns
    case .taggedLines: taggedLines
    case .witMotion: witMotion
    case .witMotionBLE: witMotionBLE
    case .teapot: teapot
    case .bno08x: bno08x
    case .xIMU3: xIMU3
    case .mavlink: mavlink
    case .razorText: razorText
    case .razorAngles: razorAngles
    case .razorSensors: razorSensors
    case .vectorNavText: vectorNavText
    case .vectorNavBinary: vectorNavBinary
    case .xbus: xbus
    case .mip: mip
    case .msp: msp
    case .witMotionModbus: witMotionModbus
    // End of the generated part.
    }
  }
}

/// What shows that bytes are of a format, the strongest first.
enum FormatEvidence: Int {
  case checksum, structure, numbers, unframed

  /// The least number of messages and the least share of the bytes.
  var least: (messages: Int, share: Double) {
    switch self {
    case .checksum: (3, 0.05)
    case .structure: (5, 0.15)
    // A library's example may print four lines of angles beside the two that are read.
    case .numbers: (5, 0.2)
    case .unframed: (8, 0.5)
    }
  }
}

extension BoardFormat {
  /// The description of a format of other makers. Its decoder and its lead are the format's own, unless `makeDecoder` is given.
  init(
    _ format: SerialFormat, boards: String, sends: String, baud: Int, rate: Double?,
    settableRates: [Int] = [], range: SensorRange = SensorRange(),
    evidence: FormatEvidence = .structure, quirks: String, setup: String,
    makeDecoder: (@Sendable () -> any SensorDecoder)? = nil,
    configuration: (@Sendable (_ rate: Int) -> BoardConfiguration)? = nil,
    rawFields: @escaping @Sendable ([UInt8]) -> RawMessage
  ) {
    self.init(
      name: format.name.description, boards: boards, sends: sends, baud: baud, rate: rate,
      settableRates: settableRates, range: range, evidence: evidence, quirks: quirks, setup: setup,
      lead: DecoderMaker(format).lead,
      makeDecoder: makeDecoder ?? { DecoderMaker(format).decoder }, configuration: configuration,
      rawFields: rawFields)
  }

  /// A description by its parts.
  init(
    name: String, boards: String, sends: String, baud: Int, rate: Double?,
    settableRates: [Int] = [], range: SensorRange = SensorRange(), evidence: FormatEvidence,
    quirks: String, setup: String, lead: SampleAssembler.Lead = .acceleration,
    makeDecoder: @escaping @Sendable () -> any SensorDecoder,
    configuration: (@Sendable (_ rate: Int) -> BoardConfiguration)?,
    rawFields: @escaping @Sendable ([UInt8]) -> RawMessage
  ) {
    (self.name, self.boards, self.sends, self.baud, self.rate) = (name, boards, sends, baud, rate)
    (self.settableRates, self.range, self.evidence) = (settableRates, range, evidence)
    (self.quirks, self.setup, self.lead) = (quirks, setup, lead)
    (self.makeDecoder, self.rawFields) = (makeDecoder, rawFields)
    makeConfiguration = configuration
  }
}

/// Makes the decoder of a format.
private struct DecoderMaker: SerialFormatVisitor {
  private(set) var decoder: any SensorDecoder = QuillonDecoder()
  private(set) var lead = SampleAssembler.Lead.acceleration

  init(_ format: SerialFormat) { format.visit(&self) }

  mutating func visit<Format: FrameFormat>(_ format: Format) {
    (decoder, lead) = (FramedDecoder(format), Format.lead)
  }
}
