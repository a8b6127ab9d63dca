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
  public var settableRates: [Int] = []
  /// The full scales that the format fixes; unknown where the board's settings decide.
  public var range = SensorRange()
  /// Which message begins a sample, where several messages make one sample.
  public var lead = SampleAssembler.Lead.acceleration
  /// Makes a decoder for the beginning of a stream.
  public var makeDecoder: @Sendable () -> any SensorDecoder
  /// Reads the fields of a whole message. Their names are the maker's.
  public var rawFields: @Sendable ([UInt8]) -> RawMessage

  /// The rate to set so that at least `rate` samples a second come, or as many as it can; nil if it can't be set.
  public func settableRate(for rate: Double) -> Int? {
    settableRates.first { Double($0) >= rate } ?? settableRates.last
  }

  /// The format with this name; nil when there is none.
  public static func named(_ name: String) -> BoardFormat? { all.first { $0.name == name } }
}

extension BoardFormat {
  /// The description of a format of other makers. Its decoder and its lead are the format's own, unless `makeDecoder` is given.
  init(
    _ format: SerialFormat, boards: String, sends: String, baud: Int, rate: Double?,
    settableRates: [Int] = [], range: SensorRange = SensorRange(), quirks: String, setup: String,
    makeDecoder: (@Sendable () -> any SensorDecoder)? = nil,
    rawFields: @escaping @Sendable ([UInt8]) -> RawMessage
  ) {
    name = format.name.description
    (self.boards, self.sends, self.baud, self.rate) = (boards, sends, baud, rate)
    (self.settableRates, self.range) = (settableRates, range)
    (self.quirks, self.setup, self.rawFields) = (quirks, setup, rawFields)
    lead = DecoderMaker(format).lead
    self.makeDecoder = makeDecoder ?? { DecoderMaker(format).decoder }
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
