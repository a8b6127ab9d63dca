import QuillonProtocols

/// The line of a sensor that speaks xsens-xbus.
public typealias SensorSource = ThirdPartySensor<XbusFormat>

extension SensorSource {
  /// A line that has brought nothing.
  public init() { self.init(XbusFormat()) }
}
