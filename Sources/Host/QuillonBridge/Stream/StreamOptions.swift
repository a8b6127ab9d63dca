import QuillonBoardFormats

/// How the bytes of a board of another make are to be read.
public struct StreamOptions: Sendable {
  /// Their format.
  public var format: BoardFormat
  /// Bytes that the board ought to have sent first: the header line of columns.
  public var header: [UInt8]
  /// Samples a second, if the board sends no time and is not to be timed by when they arrive; nil
  /// otherwise.
  public var rate: Double?
  /// How the pen is known.
  public var pen: SensorStream.PenSource

  /// Options from their parts.
  public init(
    _ format: BoardFormat, header: [UInt8] = [], rate: Double? = nil,
    pen: SensorStream.PenSource = .automatic
  ) {
    self.format = format
    self.header = header
    self.rate = rate
    self.pen = pen
  }

  /// A stream that has brought nothing yet.
  func makeStream() -> SensorStream {
    SensorStream(
      format, header: header, time: rate.map { .nominal($0) } ?? .measured,
      pen: pen)
  }
}
