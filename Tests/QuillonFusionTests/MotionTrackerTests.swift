import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct MotionTrackerTests {
  @Test func firstSampleOnlyStartsTheTrack() {
    var tracker = tracker()
    #expect(push(&tracker, at: 5_000_000) == .started)
    #expect(tracker.integrator.position == .zero)
    #expect(push(&tracker, at: 5_010_000) == .moved(10_000))
    #expect(tracker.integrator.velocity.x.double > 0)
  }

  @Test func gapResetsVelocityAndPosition() {
    var tracker = tracker()
    for index in UInt32(0)..<20 { _ = push(&tracker, at: index * 10_000) }
    #expect(tracker.integrator.position.x > .zero)
    #expect(push(&tracker, at: 400_000) == .interrupted)
    #expect(tracker.integrator.position == .zero && tracker.integrator.velocity == .zero)
    #expect(push(&tracker, at: 410_000) == .moved(10_000))
  }

  @Test func repeatedTimestampChangesNothing() {
    var tracker = tracker()
    _ = push(&tracker, at: 0)
    _ = push(&tracker, at: 10_000)
    let before = tracker.integrator.position
    #expect(push(&tracker, at: 10_000) == .unchanged)
    #expect(tracker.integrator.position == before)
  }

  @Test func restIsFoundAfterThePeriodAndLostAtOnce() {
    var rest = LinearAccelerationStationaryDetector(Self.rest)
    // A constant acceleration is a bias, not a motion: rest all the same.
    let bias = Vector3<23>([3, 0, 0] as ReferenceVector)
    for index in 0..<26 {
      #expect(!rest.isAtRest, "after \(index) samples")
      rest.observe(bias, angularRate: nil, microseconds: 10_000)
    }
    #expect(rest.isAtRest)
    rest.observe(
      bias &+ Vector3([0.6, 0, 0] as ReferenceVector), angularRate: nil, microseconds: 10_000)
    #expect(!rest.isAtRest)
  }

  @Test func turningIsNotRest() {
    var rest = LinearAccelerationStationaryDetector(Self.rest)
    let turning = Vector3<25>([0, 0.2, 0] as ReferenceVector)
    for _ in 0..<100 { rest.observe(.zero, angularRate: turning, microseconds: 10_000) }
    #expect(!rest.isAtRest)
    for _ in 0..<26 { rest.observe(.zero, angularRate: .zero, microseconds: 10_000) }
    #expect(rest.isAtRest)
  }

  @Test func quietTimeDoesNotWrap() {
    var rest = LinearAccelerationStationaryDetector(Self.rest)
    for _ in 0..<100 { rest.observe(.zero, angularRate: nil, microseconds: .max / 8) }
    #expect(rest.isAtRest)
  }

  private static let rest = LinearAccelerationStationaryDetector.Parameters(
    accelerationTolerance: Fixed(0.5), rateTolerance: Fixed(0.1), period: 250_000)

  private func tracker() -> MotionTracker {
    MotionTracker(
      MotionTracker.Parameters(
        integrator: DampedIntegrator.Parameters(), rest: Self.rest, maximumStep: 100_000))
  }

  private func push(_ tracker: inout MotionTracker, at timestamp: UInt32) -> MotionTracker.Progress
  {
    tracker.advance(to: timestamp, acceleration: Vector3(.one, .zero, .zero))
  }
}
