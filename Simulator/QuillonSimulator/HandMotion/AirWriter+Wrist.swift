import QuillonReferenceModel

extension AirWriter {
  /// The person `seed`, who wears the board on the wrist and writes with the arm on an upright
  /// plane.
  ///
  /// The board is on a forearm that points up or down by up to 0.6 rad and is rolled by up to 0.5
  /// rad. The forearm turns four times as far as a hand that holds a board.
  ///
  /// - Parameter azimuth: the angle from the board's x axis to the writer's right, rad,
  ///   counterclockwise as seen from above; nil uses the angle that the seed gives.
  public init(wearing seed: UInt64, azimuth: Double? = nil) {
    self.init(seed: seed)
    var random = SeededRandom(seed: seed ^ 0x7772_6973_7400_0000)
    posture = ReferenceEulerAngles(roll: 0, pitch: random.uniform(in: 1.4...1.57), yaw: 0)
    steadiness.coupling = 1
    let strapped = random.uniform(in: -.pi...(.pi))
    let lift = random.uniform(in: -0.6...0.6)
    let roll = random.uniform(in: -0.5...0.5)
    func turn(_ angle: Double, _ axis: ReferenceVector) -> ReferenceQuaternion {
      ReferenceQuaternion(angle: angle, axis: axis)
    }
    let lying = turn(-.pi / 2, ReferenceVector(1, 0, 0))
    mounting =
      turn(-(azimuth ?? strapped), ReferenceVector(0, 1, 0)) * lying
      * turn(lift, ReferenceVector(0, 1, 0)) * turn(roll, ReferenceVector(1, 0, 0))
  }
}
