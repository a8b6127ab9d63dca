import QuillonProtocols

/// The line of a sensor that speaks vectornav-ascii, 50 samples a second.
public typealias SensorLine = ForeignLine<LineFormat<VectorNavTextFormat>>

extension SensorLine {
  /// A line that has brought nothing.
  public init() { self.init(LineFormat(VectorNavTextFormat()), period: 20_000) }
}
