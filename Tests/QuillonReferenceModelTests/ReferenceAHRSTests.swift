import Foundation
import QuillonReferenceModel
import TestSupport
import Testing

@Suite struct ReferenceAHRSTests {
  private let gravity = ReferenceVector(0, 0, 9.80665)

  /// Pushes what a board feels that starts at `truth` and turns at `rate`; gives where it ends.
  private func turn(
    _ filter: inout ReferenceAHRS, from truth: ReferenceQuaternion,
    rate: ReferenceVector, bias: ReferenceVector = .zero, samples: ClosedRange<UInt32>
  ) -> ReferenceQuaternion {
    var truth = truth
    for k in samples {
      truth = truth * ReferenceQuaternion(rotationVector: rate * 0.01)
      filter.push(
        timestamp: k * 10_000, force: truth.conjugate.rotate(gravity), rate: rate + bias,
        field: truth.conjugate.rotate(ReferenceVector(0, 20, -40)))
    }
    return truth
  }

  @Test func followsATurnExactly() {
    var filter = ReferenceAHRS(usesField: false)
    var truth = turn(&filter, from: .identity, rate: .zero, samples: 0...0)
    truth = turn(&filter, from: truth, rate: ReferenceVector(0, 0, 2), samples: 1...200)
    #expect(filter.attitude.angle(to: truth) < 1e-4)
  }

  @Test func findsNorthAndTheBias() {
    var filter = ReferenceAHRS()
    let start = ReferenceQuaternion(angle: 1, axis: ReferenceVector(0.3, -0.2, 1))
    let bias = ReferenceVector(0.01, -0.005, 0.007)
    let truth = turn(&filter, from: start, rate: .zero, bias: bias, samples: 0...2_000)
    #expect(filter.isAtRest)
    #expect((filter.bias - bias).length < 1e-4)
    #expect(filter.attitude.angle(to: truth) < 0.01)
  }

  /// Without turning no field is trusted, however steady.
  @Test func trustsAFieldOnlyAfterTurning() {
    var filter = ReferenceAHRS()
    var truth = turn(&filter, from: .identity, rate: .zero, samples: 0...1_000)
    #expect(filter.isFieldDisturbed)
    truth = turn(&filter, from: truth, rate: ReferenceVector(0, 0, 1), samples: 1_001...2_000)
    #expect(!filter.isFieldDisturbed)
    #expect(filter.attitude.angle(to: truth) < 0.01)
  }

  @Test func aGapKeepsTheAttitude() {
    var filter = ReferenceAHRS(usesField: false)
    let truth = turn(
      &filter, from: ReferenceQuaternion(angle: 0.5, axis: ReferenceVector(1, 0, 0)), rate: .zero,
      samples: 0...500)
    _ = turn(&filter, from: truth, rate: .zero, samples: 1_000...1_100)
    #expect(filter.attitude.angle(to: truth) < 0.01)
  }
}
