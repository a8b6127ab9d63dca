import QuillonProtocols

/// The line of a sensor that speaks mip.
public typealias SensorLine = ForeignLine<MIPFormat>

extension SensorLine {
  /// A line that has brought nothing.
  public init() { self.init(MIPFormat()) }
}
