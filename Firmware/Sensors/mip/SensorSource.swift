import QuillonProtocols

/// The line of a sensor that speaks mip.
public typealias SensorSource = ThirdPartySensor<MIPFormat>

extension SensorSource {
  /// A line that has brought nothing.
  public init() { self.init(MIPFormat()) }
}
