import QuillonProtocols

/// The line of a sensor that speaks bno08x-rvc.
public typealias SensorLine = ForeignLine<BNO08xFormat>

extension SensorLine {
  /// A line that has brought nothing.
  public init() { self.init(BNO08xFormat()) }
}
