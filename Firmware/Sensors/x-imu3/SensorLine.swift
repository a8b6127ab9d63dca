import QuillonProtocols

/// The line of a sensor that speaks x-imu3.
public typealias SensorLine = ForeignLine<LineFormat<XIMU3Format>>

extension SensorLine {
  /// A line that has brought nothing.
  public init() { self.init(LineFormat(XIMU3Format())) }
}
