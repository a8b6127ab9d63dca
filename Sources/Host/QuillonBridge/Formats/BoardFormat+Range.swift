import QuillonConversions

extension BoardFormat {
  /// The full scales that the format fixes; unknown where the board's settings decide.
  ///
  /// All WitMotion formats send fractions of ±16 g and ±2000 °/s (`WitMotionFormat`), whatever the sensor
  /// is set to.
  public var range: SensorRange {
    switch name {
    case "witmotion-11", "witmotion-ble", "witmotion-modbus": SensorRange(g: 16, degrees: 2_000)
    default: SensorRange()
    }
  }
}
