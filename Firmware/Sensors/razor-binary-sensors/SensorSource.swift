import QuillonProtocols

/// The line of a sensor that speaks razor-binary-sensors, 50 samples a second.
public typealias SensorSource = ThirdPartySensor<RazorBinaryFormat>

extension SensorSource {
  /// A line that has brought nothing.
  public init() { self.init(RazorBinaryFormat(.sensors), period: 20_000) }
}
