import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonReferenceModel
import QuillonSimulator
import TestSupport
import Testing

/// The inclination of a board with an accelerometer alone.
@Suite struct InclinationFilterTests {
  private func vector(_ v: ReferenceVector) -> Vector3<23> {
    Vector3(Fixed(v.x), Fixed(v.y), Fixed(v.z))
  }

  private func direction(_ random: inout SeededRandom) -> ReferenceVector {
    let v = ReferenceVector(random.normal(), random.normal(), random.normal())
    return (1 / v.length) * v
  }

  /// Also upside down, where the smallest rotation to the vertical is not unique.
  @Test func atRestTheInclinationIsThatOfTheBoard() throws {
    let seed: UInt64 = 640
    var random = SeededRandom(seed: seed)
    let edges = [ReferenceVector(0, 0, 1), ReferenceVector(0, 0, -1), ReferenceVector(1, 0, 0)]
    for trial in 0..<200 {
      let up = trial < edges.count ? edges[trial] : direction(&random)
      var filter = InclinationFilter()
      for _ in 0..<60 {
        let noise = 0.03 * ReferenceVector(random.normal(), random.normal(), random.normal())
        filter.push(vector(9.9 * up + noise))
      }
      #expect(filter.isAtRest, "seed \(seed) trial \(trial)")
      let found = try #require(filter.vertical).double
      #expect((found - up).length < 0.005, "seed \(seed) trial \(trial)")
      let top = filter.attitude.rotate(try #require(filter.vertical)).double
      #expect((top - ReferenceVector(0, 0, 1)).length < 1e-6, "seed \(seed) trial \(trial)")
    }
  }

  /// A board that is turned is believed a second after it has come to rest.
  @Test func aTurnedBoardIsFollowedAtRest() {
    var filter = InclinationFilter()
    for _ in 0..<100 { filter.push(vector(ReferenceVector(0, 0, 9.8))) }
    for _ in 0..<100 { filter.push(vector(ReferenceVector(0, 9.8, 0))) }
    #expect(filter.isAtRest && abs(filter.gravity.y.double - 9.8) < 0.1)
  }

  /// A hand that moves from rest to rest hardly changes what is treated as gravity, and what is left is
  /// its acceleration.
  @Test func gravityAndMotionAreToldApart() {
    var filter = InclinationFilter()
    let gravity = ReferenceVector(0, 5.9, 7.8)
    for _ in 0..<100 { filter.push(vector(gravity)) }
    #expect(filter.isAtRest)
    for index in 0..<40 {
      let push = ReferenceVector(index < 20 ? 8 : -8, 0, 0)
      filter.push(vector(gravity + push))
      // The step itself is at odds with the last moments; what follows in it may look even.
      #expect((filter.gravity.double - gravity).length < 1.3)
    }
    #expect((filter.gravity.double - gravity).length < 0.3)
  }

  /// The same motion sent as specific force and as linear acceleration with an attitude.
  @Test func bothKindsOfAccelerationGiveTheSame() throws {
    let trace = try AirWriter(seed: 5).trace(of: "<square>")
    var (raw, fused) = (InclinationFilter(), InclinationFilter())
    for (three, whole) in zip(trace.raw(.three).replaySamples, trace.replaySamples) {
      let a = raw.inclined(three.sample)
      let b = fused.inclined(whole.sample)
      guard case .linear(let one) = a.acceleration, case .linear(let other) = b.acceleration else {
        Issue.record("no linear acceleration")
        return
      }
      #expect((one.double - other.double).length < 1e-4)
      #expect(a.angularRate == nil && b.angularRate == nil && a.attitude != nil)
    }
  }

  /// Whatever comes, nothing traps, and the attitude stays a rotation.
  @Test func anyForceIsTaken() {
    let seed: UInt64 = 641
    var random = SeededRandom(seed: seed)
    var filter = InclinationFilter()
    let edges: [Int32] = [.min, .max, 0, 1, -1]
    for trial in 0..<20_000 {
      func bits() -> Int32 {
        random.index(below: 4) == 0
          ? edges[random.index(below: edges.count)] : Int32(truncatingIfNeeded: random.next())
      }
      filter.push(Vector3(Fixed(bits: bits()), Fixed(bits: bits()), Fixed(bits: bits())))
      let q = filter.attitude
      let norm =
        [q.w, q.x, q.y, q.z].map { $0.double * $0.double }.reduce(0, +)
      #expect(abs(norm - 1) < 1e-6, "seed \(seed) trial \(trial)")
    }
  }

  /// Nothing is known before the first force, and a sample without one stays as it is.
  @Test func withoutForceNothingIsKnown() {
    var filter = InclinationFilter()
    #expect(filter.vertical == nil && !filter.isAtRest)
    filter.push(.zero)
    #expect(filter.vertical == nil)
    let sample = InertialSample(timestamp: 1, acceleration: .linear(.zero), pen: .up)
    #expect(filter.inclined(sample) == sample)
  }
}
