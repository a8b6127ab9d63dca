import QuillonProtocols

/// The line of a sensor that speaks x-imu3.
public typealias SensorSource = ThirdPartySensor<LineFormat<XIMU3Format>>

extension SensorSource {
  /// A line that has brought nothing.
  public init() { self.init(LineFormat(XIMU3Format())) }
}
