import QuillonProtocols

/// The line of a sensor that speaks razor-text, 50 samples a second.
public typealias SensorSource = ThirdPartySensor<LineFormat<RazorTextFormat>>

extension SensorSource {
  /// A line that has brought nothing.
  public init() { self.init(LineFormat(RazorTextFormat()), period: 20_000) }
}
