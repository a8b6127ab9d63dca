import Foundation
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import QuillonTraining
import Testing

/// Paths whose size can't be counted with are a point to every feature, and none traps.
@Suite struct InkOfAnySizeTests {
  private static let edges = [
    -Double.infinity, -Double.greatestFiniteMagnitude, -1e308, -1, -Double.leastNonzeroMagnitude, 0,
    .leastNonzeroMagnitude, 0x1p-1030, 1,
    1e308,
    .greatestFiniteMagnitude, .infinity, .nan,
  ]

  @Test(arguments: FeatureSet.allCases) func noNumberTraps(featureSet: FeatureSet) throws {
    var random = SeededRandom(seed: 7)
    for x in Self.edges {
      for y in Self.edges {
        let points = [(0, 0), (x, y), (1, 2), (y, x)]
        let sample = InkSample(
          label: "A", writer: nil,
          strokes: [
            InkSample.Stroke(
              isPenDown: true,
              points: points.map { InkSample.Point(x: $0.0, y: $0.1, time: $0.0) })
          ])
        let letters = NetworkLetter.letters(of: [sample], featureSet: featureSet)
        for letter in letters {
          let air = letter.writtenInAir(AirWriting(), by: .air, random: &random)
          for letter in [letter, air] {
            var vector = letter.vector(featureSet)
            #expect((0..<vector.count).allSatisfy { vector[$0].magnitude <= 0x8000 }, "\(x) \(y)")
          }
        }
        _ = sample.isLineFragment
      }
    }
  }
}
