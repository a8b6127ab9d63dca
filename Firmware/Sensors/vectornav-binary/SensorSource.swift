import QuillonProtocols

/// The line of a sensor that speaks vectornav-binary.
public typealias SensorSource = ThirdPartySensor<VectorNavBinaryFormat>

extension SensorSource {
  /// A line that has brought nothing.
  public init() { self.init(VectorNavBinaryFormat()) }
}
