import QuillonProtocols

/// The line of a sensor that speaks bno08x-rvc.
public typealias SensorSource = ThirdPartySensor<BNO08xFormat>

extension SensorSource {
  /// A line that has brought nothing.
  public init() { self.init(BNO08xFormat()) }
}
