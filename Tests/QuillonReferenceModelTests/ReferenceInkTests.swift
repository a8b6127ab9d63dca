import QuillonReferenceModel
import Testing

@Suite struct ReferenceInkTests {
  @Test func theLongerSideBecomesOne() {
    let points = [
      ReferenceInkPoint(x: 2, y: -1, step: 0.1), ReferenceInkPoint(x: 6, y: 1, step: 0.2),
    ]
    let rescaled = ReferenceInk.rescaled(points, minimumSize: 0.01)
    #expect(
      rescaled == [
        ReferenceInkPoint(x: 0, y: 0, step: 0.1), ReferenceInkPoint(x: 1, y: 0.5, step: 0.2),
      ])
  }

  @Test func aDotIsNotBlownUp() {
    let points = [ReferenceInkPoint(x: 1, y: 1), ReferenceInkPoint(x: 1, y: 1.004)]
    let rescaled = ReferenceInk.rescaled(points, minimumSize: 0.01)
    #expect(abs(rescaled[1].y - 0.4) < 1e-12)
    #expect(ReferenceInk.rescaled([], minimumSize: 0.01) == [])
    #expect(ReferenceInk.rescaled([points[0]], minimumSize: 0)[0].x == 0)
  }

  /// An L: down the left edge in 3 s, right along the bottom in 1 s.
  @Test func zonesOfAnLByHand() {
    let points = [
      ReferenceInkPoint(x: 0, y: 0), ReferenceInkPoint(x: 0, y: 0.3, step: 1),
      ReferenceInkPoint(x: 0, y: 0.6, step: 1), ReferenceInkPoint(x: 0, y: 1, step: 1),
      ReferenceInkPoint(x: 1, y: 1, step: 1),
    ]
    var expected = [Double](repeating: 0, count: 28)
    expected[0] = 0.25  // top left
    expected[2] = 0.3
    expected[9] = 0.25  // middle left
    expected[11] = 0.3
    expected[18] = 0.25  // bottom left
    expected[20] = 0.4
    expected[21] = 0.25  // bottom middle
    expected[22] = 1
    expected[27] = 1
    let features = ReferenceInk.zoneFeatures(of: points)
    for (found, wanted) in zip(features, expected) { #expect(abs(found - wanted) < 1e-12) }
  }

  @Test func withoutTimesSegmentsCountAlike() {
    let points = [
      ReferenceInkPoint(x: 0, y: 0), ReferenceInkPoint(x: 0.1, y: 0),
      ReferenceInkPoint(x: 0.9, y: 0), ReferenceInkPoint(x: 1, y: 0),
      ReferenceInkPoint(x: 1, y: 0.1),
    ]
    let features = ReferenceInk.zoneFeatures(of: points)
    #expect(features[0] == 0.25)
    #expect(features[3] == 0.25)
    #expect(features[6] == 0.5)
  }

  @Test func nothingButTheConstantWithoutSegments() {
    let features = ReferenceInk.zoneFeatures(of: [ReferenceInkPoint(x: 0, y: 0)])
    #expect(features == [Double](repeating: 0, count: 27) + [1])
  }

  @Test(arguments: [21 as UInt64, 22])
  func sharesSumToOneAndMovesToTheWholeWay(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let drawn = (0..<50).map { _ in
      ReferenceInkPoint(x: random.normal(), y: random.normal(), step: random.uniform())
    }
    let points = ReferenceInk.rescaled(drawn, minimumSize: 0.01)
    let features = ReferenceInk.zoneFeatures(of: points)
    func sum(_ offset: Int) -> Double { (0..<9).reduce(0) { $0 + features[3 * $1 + offset] } }
    #expect(abs(sum(0) - 1) < 1e-12, "seed \(seed)")
    #expect(abs(sum(1) - (points[49].x - points[0].x)) < 1e-12, "seed \(seed)")
    #expect(abs(sum(2) - (points[49].y - points[0].y)) < 1e-12, "seed \(seed)")
  }
}

@Suite struct ReferenceClassifierTests {
  private let classifier = ReferenceClassifier(
    weights: [[1, 0], [0, 2], [1, 0]], rejectThreshold: 0.5)

  @Test func theBestLabelAndItsMargin() {
    let classification = classifier.classification([1, 2])
    #expect(
      classification == ReferenceClassification(label: 1, score: 4, margin: 3, isRejected: false))
  }

  @Test func aTieGoesToTheLowestIndexAndIsRejected() {
    let classification = classifier.classification([3, 0])
    #expect(
      classification == ReferenceClassification(label: 0, score: 3, margin: 0, isRejected: true))
  }

  @Test func oneLabelOrNone() {
    #expect(ReferenceClassifier(weights: []).classification([1]) == nil)
    #expect(ReferenceClassifier(weights: [[1]]).classification([1])?.margin == .infinity)
  }
}
