import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct DeviceMotionTests {
  private let turn = 2 * Double.pi

  /// A motion of a board in `attitude`, sensing `force`.
  private func motion(
    _ attitude: ReferenceQuaternion, frame: ReferenceFrame = .magneticNorth,
    up: Vector3<30> = Vector3(.zero, .zero, .one), acceleration: Vector3<23> = .zero
  ) -> DeviceMotion {
    DeviceMotion(
      timestamp: 0, attitude: UnitQuaternion(attitude), frame: frame, up: up,
      linearAcceleration: acceleration, angularRate: .zero, magneticField: nil, status: .ready)
  }

  @Test func viewsOfTheAttitudeAreTheReferences() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<1_000 {
      let q = random.rotation()
      let motion = motion(q)
      let angles = q.eulerAngles
      let matrix = ReferenceMatrix(q)
      let v = random.direction()
      let turned: Vector3<23> = motion.rotationMatrix.rotate(Vector3(v))
      #expect((turned.reference - matrix * v).length < 1e-6)
      guard cos(angles.pitch) > 0.01 else { continue }
      #expect(abs(motion.eulerAngles.pitch.double - angles.pitch) < 1e-6)
      #expect(abs(remainder(motion.eulerAngles.roll.double - angles.roll, turn)) < 1e-6)
      #expect(abs(remainder(motion.eulerAngles.yaw.double - angles.yaw, turn)) < 1e-6)
    }
  }

  @Test func relativeAttitudeIsWhatTheBoardHasTurnedSince() {
    var random = SeededRandom(seed: 12)
    for _ in 0..<1_000 {
      let (start, change) = (random.rotation(), random.rotation())
      let relative = motion(start * change).attitude(relativeTo: UnitQuaternion(start))
      #expect(relative.reference.angle(to: change) < 1e-8)
    }
    let q = random.rotation()
    #expect(motion(q).attitude(relativeTo: UnitQuaternion(q)).reference.angle(to: .identity) < 1e-8)
  }

  @Test func gravityPointsDownAndIsOneInUnitsOfItself() {
    let motion = motion(.identity)
    let error = motion.gravity.reference + ReferenceVector(0, 0, 9.80665)
    #expect(error.length <= 4 * 0x1p-23)
    #expect(motion.gravityInG.reference == ReferenceVector(0, 0, -1))
  }

  @Test func accelerationInUnitsOfGravityIsExactToAStep() {
    var random = SeededRandom(seed: 13)
    for _ in 0..<2_000 {
      let a = Vector3<23>(
        Fixed(bits: random.edgyWord()), Fixed(bits: random.edgyWord()),
        Fixed(bits: random.edgyWord()))
      let inG = motion(.identity, acceleration: a).linearAccelerationInG.reference
      let error = inG - a.reference / 9.80665
      #expect(max(error.max(), -error.min()) < 0x1p-26, "\(a)")
    }
  }

  /// The attitude and the vertical of the filter have a norm of up to 1.04.
  @Test func horizontalAccelerationIsTheReferences() {
    let seed: UInt64 = 15
    var random = SeededRandom(seed: seed)
    var (worstInBody, worstInFrame) = (0.0, 0.0)
    for _ in 0..<200_000 {
      let q = random.rotation()
      let stretch = random.uniform(in: 0.99...1.04)
      let up = Vector3<30>(stretch * stretch * q.conjugate.rotate([0, 0, 1]))
      let attitude = ReferenceQuaternion(w: stretch * q.w, vector: stretch * q.vector)
      let a = Vector3<23>(random.direction() * random.uniform(in: 0...157))
      let motion = motion(attitude, up: up, acceleration: a)
      let vertical = up.reference / up.reference.length
      let inBody = a.reference - vertical.dot(a.reference) * vertical
      let inFrame = motion.attitude.reference.normalized.rotate(a.reference)
      let error = motion.horizontalAcceleration.reference - inBody
      worstInBody = max(worstInBody, error.max(), -error.min())
      let turned = motion.horizontalAccelerationInReferenceFrame.reference
      worstInFrame = max(worstInFrame, abs(turned.x - inFrame.x), abs(turned.y - inFrame.y))
      #expect(turned.z == 0)
    }
    #expect(worstInBody <= 5 * 0x1p-23, "seed \(seed): \(worstInBody * 0x1p23) ulp")
    #expect(worstInFrame <= 8 * 0x1p-23, "seed \(seed): \(worstInFrame * 0x1p23) ulp")
  }

  @Test func anAccelerationAlongGravityHasNoHorizontalPart() {
    let lift = motion(.identity, acceleration: Vector3(.zero, .zero, Fixed(12.5)))
    #expect(lift.horizontalAcceleration == .zero)
    #expect(lift.horizontalAccelerationInReferenceFrame == .zero)
    let push = motion(.identity, acceleration: Vector3(Fixed(-3), Fixed(0.25), Fixed(12.5)))
    #expect(push.horizontalAcceleration == Vector3(Fixed(-3), Fixed(0.25), .zero))
    #expect(push.horizontalAccelerationInReferenceFrame == push.horizontalAcceleration)
    let limit = motion(
      .identity, up: Vector3(.min, .min, .min), acceleration: .init(.min, .min, .min))
    #expect(limit.horizontalAcceleration.isWithin(Fixed(109)))
  }

  /// The compass, by a board that lies flat: its top edge points in the given direction.
  @Test(arguments: [(0.0, 0.0), (90, 90), (180, 180), (270, 270), (359.5, 359.5), (-30, 330)])
  func headingOfABoardOnATable(clockwise: Double, heading: Double) throws {
    // In the frame x is north and y is west; a board that is not turned has its y axis to the west.
    let q = ReferenceQuaternion(
      angle: -Double.pi / 2 - clockwise * .pi / 180, axis: ReferenceVector(0, 0, 1))
    let found = try #require(motion(q).heading).degrees.double
    #expect(abs(remainder(found - heading, 360)) < 1e-6, "\(found)")
    #expect((0..<360).contains(found))
  }

  @Test func headingIsTheReferencesForAnyAttitude() throws {
    var random = SeededRandom(seed: 14)
    for _ in 0..<2_000 {
      let q = random.rotation()
      let top = q.rotate(ReferenceVector(0, 1, 0))
      guard hypot(top.x, top.y) > 0.01 else { continue }
      let truth = atan2(-top.y, top.x) * 180 / .pi
      let found = try #require(motion(q).heading).degrees.double
      #expect((0..<360).contains(found))
      #expect(abs(remainder(found - truth, 360)) < 1e-5, "\(q): \(found), \(truth)")
    }
  }

  @Test func withoutNorthThereIsNoHeading() {
    #expect(motion(.identity, frame: .arbitrary).heading == nil)
    #expect(motion(.identity, frame: .arbitraryCorrected).heading == nil)
    #expect(motion(.identity, frame: .trueNorth(declination: .zero)).heading != nil)
  }
}
