import QuillonProtocols

/// The line of a sensor that speaks mavlink.
public typealias SensorSource = ThirdPartySensor<MAVLinkFormat>

extension SensorSource {
  /// A line that has brought nothing.
  public init() { self.init(MAVLinkFormat()) }
}
