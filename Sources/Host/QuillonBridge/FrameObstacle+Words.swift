import QuillonFusion

extension FrameObstacle {
  /// Why the frame isn't available and what to do, for people.
  public var words: String {
    switch self {
    case .noSpecificForce:
      """
      the board removes gravity itself and sends its own attitude: the reference frame is the board's. Set the board \
      to send raw sensors
      """
    case .noAngularRate:
      "no reference frame without an angular rate: set the board to send its gyroscope"
    case .noMagneticField:
      """
      this reference frame needs a magnetic field, which the board does not send: switch its magnetometer on, or \
      choose --frame arbitrary
      """
    }
  }
}

extension BoardMotion {
  /// False if this sample has no field and so adds nothing new, like most samples of a board with a slower magnetometer.
  public var knowsFrameNote: Bool {
    obstacle != nil || fused?.frame.usesField != true || fused?.magneticField != nil
  }

  /// What is to be known about the reference frame, for people: why it isn't available or, if the field is poorly
  /// calibrated, what would make it better. Nil for nothing.
  public var frameNote: String? {
    if let obstacle { return obstacle.words }
    guard let fused, fused.frame.usesField, let field = fused.magneticField, field.accuracy <= .low
    else { return nil }
    return """
      the accuracy of the field is \(field.accuracy == .low ? "low" : "unknown"): turn the board slowly about all its \
      axes, away from iron
      """
  }
}
