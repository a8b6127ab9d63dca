import QuillonProtocols

/// The line of a sensor that speaks witmotion-ble.
public typealias SensorSource = ThirdPartySensor<WitMotionBLEFormat>

extension SensorSource {
  /// A line that has brought nothing.
  public init() { self.init(WitMotionBLEFormat()) }
}
