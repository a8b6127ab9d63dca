import QuillonProtocols

/// The line of a sensor that speaks vectornav-ascii, 50 samples a second.
public typealias SensorSource = ThirdPartySensor<LineFormat<VectorNavTextFormat>>

extension SensorSource {
  /// A line that has brought nothing.
  public init() { self.init(LineFormat(VectorNavTextFormat()), period: 20_000) }
}
