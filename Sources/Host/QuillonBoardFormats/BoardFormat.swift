import QuillonProtocols

/// A serial format that boards send: what a user needs to know of it, and how to read it.
public struct BoardFormat: Sendable {
  /// Its name on the command line.
  public var name: String
  /// Which boards send it.
  public var boards: String
  /// What of the motion it carries.
  public var sends: String
  /// The speed that a board has when it leaves its maker, bits/s.
  public var baud: Int
  /// How many samples it sends then, per second; nil: none until it is set up.
  public var rate: Double?
  /// What is odd about it.
  public var quirks: String
  /// What to do so that it can be written with.
  public var setup: String
  /// Which message begins a sample, where a sample is several messages.
  public var lead = SampleAssembler.Lead.acceleration
  /// A decoder at the beginning of a stream.
  public var makeDecoder: @Sendable () -> any SensorDecoder
  /// The fields of a whole message by the maker's names.
  public var rawFields: @Sendable ([UInt8]) -> RawMessage

  /// The format of that name.
  public static func named(_ name: String) -> BoardFormat? { all.first { $0.name == name } }
}
