import QuillonNumerics
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct VectorCovarianceTests {
  /// Vectors in a plane, longer one way than the other, a little off it, about a mean of their own.
  @Test func theNormalOfAPlaneIsFound() throws {
    var random = SeededRandom(seed: 72)
    for round in 0..<300 {
      let frame = ReferenceMatrix(random.rotation())
      let mean = random.direction() * random.uniform(in: 0...400)
      let size = random.uniform(in: 30...300)
      var spread = VectorCovariance()
      for _ in 0..<Int(random.uniform(in: 40...1_000)) {
        let inFrame = ReferenceVector(
          random.uniform(in: -size...size), random.uniform(in: -size...size) / 3,
          random.uniform(in: -size...size) / 30)
        let v = frame * inFrame + mean
        spread.add(Int32(v.x.rounded()), Int32(v.y.rounded()), Int32(v.z.rounded()))
      }
      let normal = try #require(spread.normal).reference
      #expect(abs(normal.length - 1) < 1e-6, "round \(round)")
      #expect(normal.cross(frame.columns.2).length < 0.06, "round \(round), size \(size)")
    }
  }

  @Test func whatHasNoPlaneHasNoNormal() {
    var spread = VectorCovariance()
    #expect(spread.normal == nil)
    for step in Int32(-100)...100 { spread.add(step, 2 &* step, 0) }
    #expect(spread.normal == nil, "a line")
  }

  /// Vectors near a line have a normal that is one of the line, or none: rounding alone gives no plane.
  @Test func vectorsNearALineHaveNoOtherNormal() {
    var random = SeededRandom(seed: 74)
    for round in 0..<20_000 {
      let line = random.direction()
      var spread = VectorCovariance()
      for _ in 0..<10 {
        let v = line * random.uniform(in: -1_000...1_000)
        spread.add(Int32(v.x.rounded()), Int32(v.y.rounded()), Int32(v.z.rounded()))
      }
      guard let normal = spread.normal?.reference else { continue }
      #expect(abs(normal.dot(line)) < 0.1, "seed 74, round \(round): \(normal) for \(line)")
    }
  }

  /// Whatever is added, also beyond what is allowed and too much of it: no trap.
  @Test(.disabled(if: areAssertionsOn, "beyond the bounds"))
  func anythingAtAll() {
    var random = SeededRandom(seed: 73)
    for _ in 0..<200 {
      var spread = VectorCovariance()
      for _ in 0..<1_500 {
        spread.add(random.edgyWord(), random.edgyWord(), random.edgyWord())
      }
      if let normal = spread.normal { #expect(normal.isWithin(.max)) }
    }
  }
}
