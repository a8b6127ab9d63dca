import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import Testing

@Suite struct RivalsTests {
  /// Those that a sort finds, in every order of insertion; few different scores, so that many are equal.
  @Test(arguments: 0..<200) func fourBestOfAll(seed: Int) {
    var random = SeededRandom(seed: UInt64(3_000 + seed))
    let count = random.index(below: 12)
    let all = (0..<count).map { (label: UInt8($0), bits: Int32(random.index(below: 6) - 3)) }
    var rivals = Rivals()
    for (label, bits) in all.shuffled(using: &random) {
      rivals.insert(label, score: Fixed(bits: bits))
    }
    let best = all.sorted { ($1.bits, $0.label) < ($0.bits, $1.label) }.prefix(Rivals.capacity)
    #expect(rivals.count == best.count, "seed \(seed)")
    for (index, rival) in best.enumerated() {
      #expect(rivals[index].label == rival.label, "seed \(seed)")
      #expect(rivals[index].score.bits == rival.bits, "seed \(seed)")
    }
  }

  @Test func aPlaceWithoutARivalIsZero() {
    var rivals = Rivals()
    rivals.insert(7, score: .one)
    for index in [-1, 1, 4, .max] { #expect(rivals[index] == (0, .zero)) }
    #expect(rivals != Rivals() && rivals[0] == (7, .one))
  }
}
