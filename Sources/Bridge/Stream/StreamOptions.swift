import BoardFormats

/// How the bytes of a board of another make are to be read.
public struct StreamOptions: Sendable {
  /// Their format.
  public var format: BoardFormat
  /// Bytes that the board ought to have sent first: the header line of columns.
  public var header: [UInt8]
  /// Samples a second, if the board sends no time and is not to be timed by when they arrive; nil
  /// otherwise.
  public var rate: Double?
  /// True to find the pen by the motion even if the board sends one. It always is if the board sends
  /// none.
  public var findsPenByMotion: Bool

  /// Options from their parts.
  public init(
    _ format: BoardFormat, header: [UInt8] = [], rate: Double? = nil,
    findsPenByMotion: Bool = false
  ) {
    self.format = format
    self.header = header
    self.rate = rate
    self.findsPenByMotion = findsPenByMotion
  }

  /// A stream that has brought nothing yet.
  func makeStream() -> SensorStream {
    SensorStream(
      format, header: header, time: rate.map { .nominal($0) } ?? .measured,
      pen: findsPenByMotion ? .motion : .automatic)
  }
}
