import QuillonProtocols

/// The line of a sensor that speaks mavlink.
public typealias SensorLine = ForeignLine<MAVLinkFormat>

extension SensorLine {
  /// A line that has brought nothing.
  public init() { self.init(MAVLinkFormat()) }
}
