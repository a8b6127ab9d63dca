import QuillonProtocols

/// The line of a sensor that speaks csv.
public typealias SensorLine = ForeignLine<LineFormat<ColumnFormat>>

extension SensorLine {
  /// A line that has brought nothing.
  public init() { self.init(LineFormat(ColumnFormat())) }
}
