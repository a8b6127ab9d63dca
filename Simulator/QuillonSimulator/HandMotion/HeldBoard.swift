import Foundation
import QuillonReferenceModel

/// A board in a hand. It converts a movement in the writing plane into the motion of the board in
/// space.
///
/// The posture's x axis (the writer's right) and y axis (up) define the plane. The reference frame
/// is x to magnetic north, y west, z up.
struct HeldBoard: Sendable {
  /// The mean attitude in which the hand holds the board.
  let posture: ReferenceQuaternion
  /// How long the board lies still before a hand picks it up, s; 0 when it is held from the start.
  /// Picking it up lasts 1 s.
  let lyingTime: Double
  private let sway: Oscillation
  private let tremorAngle: Oscillation
  private let tremorWay: Oscillation
  private let turnByX: ReferenceVector
  private let turnByY: ReferenceVector

  /// A board held in `posture` by a hand of the given steadiness.
  init(
    posture: ReferenceQuaternion, steadiness: Steadiness, lyingTime: Double = 0,
    random: inout SeededRandom
  ) {
    self.posture = posture
    self.lyingTime = lyingTime
    sway = Oscillation(strength: steadiness.sway, band: 0.15...0.6, count: 3, random: &random)
    tremorAngle = Oscillation(
      strength: steadiness.tremorAngle, band: 8...12, count: 3, random: &random)
    tremorWay = Oscillation(
      strength: steadiness.tremorWay, band: 8...12, count: 3, random: &random)
    let coupling = steadiness.coupling
    func turn() -> ReferenceVector {
      ReferenceVector(
        random.normal(deviation: coupling), random.normal(deviation: coupling),
        random.normal(deviation: coupling))
    }
    turnByX = turn()
    turnByY = turn()
  }

  /// The board at one moment.
  struct Motion {
    /// The attitude, from the body to the reference frame.
    var attitude: ReferenceQuaternion
    /// The angular rate, rad/s, body frame.
    var angularRate: ReferenceVector
    /// The linear acceleration, m/s², reference frame, without gravity.
    var acceleration: ReferenceVector
  }

  /// The motion of the board at `time` (s), when the movement in the plane is in `state`.
  func motion(at time: Double, state: PlanarTrajectory.State) -> Motion {
    let grip = MinimumJerk(at: lyingTime > 0 ? time - lyingTime : 1)
    let slow = sway.sample(at: time).faded(by: grip)
    let fast = tremorAngle.sample(at: time).faded(by: grip)
    let way = tremorWay.sample(at: time).faded(by: grip)
    let turn =
      slow.value + fast.value + turnByX * state.position.x + turnByY * state.position.y
    let turnRate =
      slow.first + fast.first + turnByX * state.velocity.x + turnByY * state.velocity.y
    let inPlane = ReferenceVector(state.acceleration.x, -state.acceleration.y, 0)
    return Motion(
      attitude: posture * ReferenceQuaternion(rotationVector: turn),
      angularRate: Self.bodyRate(turn: turn, turnRate: turnRate),
      acceleration: posture.rotate(inPlane + way.second))
  }

  /// The body's angular rate while its rotation vector is `turn` and changes by `turnRate`.
  ///
  /// It is the right Jacobian of the rotation group times `turnRate` (Chirikjian 2012, "Stochastic
  /// Models, Information Theory, and Lie Groups", volume 2).
  private static func bodyRate(
    turn: ReferenceVector, turnRate: ReferenceVector
  ) -> ReferenceVector {
    let angle = turn.length
    guard angle > 1e-6 else { return turnRate - 0.5 * turn.cross(turnRate) }
    let square = angle * angle
    let once = turn.cross(turnRate)
    return turnRate - (1 - cos(angle)) / square * once
      + (angle - sin(angle)) / (square * angle) * turn.cross(once)
  }
}
