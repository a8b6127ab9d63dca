import QuillonProtocols

/// The line of a sensor that speaks xsens-xbus.
public typealias SensorLine = ForeignLine<XbusFormat>

extension SensorLine {
  /// A line that has brought nothing.
  public init() { self.init(XbusFormat()) }
}
