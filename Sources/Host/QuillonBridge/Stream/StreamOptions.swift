/// How the bytes of a board of another make are read.
public struct StreamOptions: Sendable {
  /// The format of the bytes.
  public var format: BoardFormat
  /// Bytes to read before those of the board: the header line that names the columns. Empty for
  /// none.
  public var header: [UInt8]
  /// The fixed sample rate of a board that sends no time, 1/s. Nil to find the times from the
  /// board's clock or from the arrivals.
  public var rate: Double?
  /// Where the pen comes from.
  public var pen: SensorStream.PenSource

  /// Options from their parts.
  ///
  /// - Parameters:
  ///   - format: The format of the bytes.
  ///   - header: Bytes to read before those of the board.
  ///   - rate: The fixed sample rate, 1/s, or nil.
  ///   - pen: Where the pen comes from.
  public init(
    _ format: BoardFormat, header: [UInt8] = [], rate: Double? = nil,
    pen: SensorStream.PenSource = .automatic
  ) {
    self.format = format
    self.header = header
    self.rate = rate
    self.pen = pen
  }

  /// A stream without bytes.
  func makeStream() -> SensorStream {
    SensorStream(
      format, header: header, time: rate.map { .nominal($0) } ?? .measured,
      pen: pen)
  }
}
