import QuillonProtocols

/// The line of a sensor that speaks csv.
public typealias SensorSource = ThirdPartySensor<LineFormat<ColumnFormat>>

extension SensorSource {
  /// A line that has brought nothing.
  public init() { self.init(LineFormat(ColumnFormat())) }
}
