import QuillonProtocols

/// The line of a sensor that speaks vectornav-binary.
public typealias SensorLine = ForeignLine<VectorNavBinaryFormat>

extension SensorLine {
  /// A line that has brought nothing.
  public init() { self.init(VectorNavBinaryFormat()) }
}
