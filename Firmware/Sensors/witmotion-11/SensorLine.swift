import QuillonProtocols

/// The line of a sensor that speaks witmotion-11.
public typealias SensorLine = ForeignLine<WitMotionFormat>

extension SensorLine {
  /// A line that has brought nothing.
  public init() { self.init(WitMotionFormat()) }
}
