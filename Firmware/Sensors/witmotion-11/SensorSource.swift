import QuillonProtocols

/// The line of a sensor that speaks witmotion-11.
public typealias SensorSource = ThirdPartySensor<WitMotionFormat>

extension SensorSource {
  /// A line that has brought nothing.
  public init() { self.init(WitMotionFormat()) }
}
