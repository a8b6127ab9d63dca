import QuillonProtocols

/// The line of a sensor that speaks witmotion-ble.
public typealias SensorLine = ForeignLine<WitMotionBLEFormat>

extension SensorLine {
  /// A line that has brought nothing.
  public init() { self.init(WitMotionBLEFormat()) }
}
