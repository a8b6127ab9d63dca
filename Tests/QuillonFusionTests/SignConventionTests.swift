import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

/// The minus sign that programs on top of Core Motion need and seldom explain.
///
/// A phone lies face up and is pushed to the right with 2 m/s². Its accelerometer's proof mass lags
/// behind to the left; Core Motion reports that, and reports a phone at rest as −1 g on z: the
/// negative of the force that the table exerts. So every reading has to be negated once. It happens
/// at the boundary, and everything behind it sees the true acceleration.
@Suite struct SignConventionTests {
  let push = 2.0
  let gravity = 9.80665

  @Test func coreMotionReportsTheOppositeOfWhatHappens() {
    // What Core Motion reports: total reading = −f / g₀ with f = a − g; gravity = (0, 0, −1);
    // userAcceleration = total − gravity.
    let specificForce = ReferenceVector(push, 0, gravity)
    let total = -specificForce / gravity
    let user = total - ReferenceVector(0, 0, -1)
    #expect(user.x < 0, "pushed to the right, it reports a motion to the left")
    guard case .linear(let a) = InertialSample.linearAcceleration(coreMotion: Vector3<27>(user))
    else {
      Issue.record("not a linear acceleration")
      return
    }
    #expect((a.reference - ReferenceVector(push, 0, 0)).length < 1e-6)
  }

  @Test func rawReadingBecomesTheSpecificForce() {
    let acceleration = InertialSample.specificForce(
      coreMotion: Vector3<27>([0, 0, -1] as ReferenceVector))
    #expect(acceleration == .specificForce(Vector3(.zero, .zero, Gravity.standard)))
    #expect(acceleration.inReferenceFrame(of: .identity) == .zero)
  }

  @Test func bothKindsOfAccelerationGiveTheSameMotion() {
    let attitude = ReferenceQuaternion(angle: 1.1, axis: [0.6, 0, 0.8])
    let truth = ReferenceVector(0.5, -1.5, 2)
    let linear = attitude.conjugate.rotate(truth)
    let force = attitude.conjugate.rotate(truth + ReferenceVector(0, 0, gravity))
    let q = UnitQuaternion(attitude)
    let fromLinear = InertialSample.Acceleration.linear(Vector3(linear)).inReferenceFrame(of: q)
    let fromForce = InertialSample.Acceleration.specificForce(Vector3(force))
      .inReferenceFrame(of: q)
    #expect((fromLinear.reference - truth).length < 1e-6)
    #expect((fromForce.reference - truth).length < 1e-6)
  }

  @Test func gravityIsTheNearestStepToTheStandard() {
    #expect(Gravity.standard == Fixed(gravity))
  }

  @Test func aPushToTheRightMovesTheTrackToTheRight() {
    var tracker = MotionTracker(
      MotionTracker.Parameters(
        integrator: DampedIntegrator.Parameters(),
        rest: LinearAccelerationStationaryDetector.Parameters(
          accelerationTolerance: .zero, rateTolerance: .zero, period: .max),
        maximumStep: 100_000))
    let user = Vector3<27>(ReferenceVector(-push / gravity, 0, 0))
    let a = InertialSample.linearAcceleration(coreMotion: user).inReferenceFrame(of: .identity)
    for index in UInt32(0)...50 {
      _ = tracker.advance(to: index &* 10_000, acceleration: a)
    }
    #expect(abs(tracker.integrator.position.x.double - push * 0.25 / 2) < 1e-4)
  }
}
