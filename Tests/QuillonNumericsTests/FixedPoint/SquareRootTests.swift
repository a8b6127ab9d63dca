import QuillonNumerics
import QuillonReferenceModel
import Testing

@Suite struct SquareRootTests {
  /// All borders between one root and the next, and a random sample of the words between them.
  @Test func isTheFloorAtEveryBorder() {
    let seed: UInt64 = 0x5117
    var random = SeededRandom(seed: seed)
    var wrong = Mismatches()
    for root in UInt32(0)...65535 {
      let square = root * root
      wrong.note(integerSquareRoot(square) == root, "\(root)²")
      wrong.note(integerSquareRoot(square + root) == root, "\(root)² + \(root)")
      wrong.note(integerSquareRoot(square + 2 * root) == root, "\(root)² + 2·\(root)")
      if root > 0 { wrong.note(integerSquareRoot(square - 1) == root - 1, "\(root)² − 1") }
      if root > 1 { wrong.note(integerSquareRoot(square + 1) == root, "\(root)² + 1") }
      for _ in 0..<40 {
        let inside = square + UInt32(random.index(below: Int(2 * root + 1)))
        wrong.note(integerSquareRoot(inside) == root, "\(inside)")
      }
    }
    wrong.note(integerSquareRoot(.max) == 65535, "the greatest word")
    #expect(wrong.count == 0, "seed \(seed): \(wrong)")
  }

  @Test func isTheFloorOfLongWords() {
    let seed: UInt64 = 0x5118
    var random = SeededRandom(seed: seed)
    var wrong = Mismatches()
    func check(root: UInt64) {
      let square = root * root
      for x in [square, square + root, square + 2 * root] {
        wrong.note(integerSquareRoot(wide: x) == UInt32(root), "0x\(String(x, radix: 16))")
      }
      guard root > 0 else { return }
      wrong.note(integerSquareRoot(wide: square - 1) == UInt32(root - 1), "\(root)² − 1")
    }
    for step in UInt64(0)..<100_000 {
      for start in [0, 1 << 16 - 50_000, 1 << 31 - 50_000, 1 << 32 - 100_000] as [UInt64] {
        check(root: start + step)
      }
    }
    for _ in 0..<2_000_000 { check(root: random.next() >> (32 + random.next() & 31)) }
    wrong.note(integerSquareRoot(wide: .max) == .max, "the greatest long word")
    #expect(wrong.count == 0, "seed \(seed): \(wrong)")
  }

  /// One root: its format and what it gives for a word.
  struct Root: Sendable, CustomStringConvertible {
    let format: Int
    let root: @Sendable (Int32) -> Int32

    init<let f: Int>(_: Fixed<f>.Type) {
      format = f
      root = { Fixed<f>(bits: $0).squareRoot().bits }
    }

    var description: String { "Q\(format)" }
  }

  static let roots = [
    Root(Fixed<0>.self), Root(Fixed<1>.self), Root(Fixed<7>.self), Root(Fixed<14>.self),
    Root(Fixed<15>.self), Root(Fixed<22>.self), Root(Fixed<23>.self), Root(Fixed<25>.self),
    Root(Fixed<29>.self), Root(Fixed<30>.self), Root(Fixed<31>.self),
  ]

  /// r is the nearest to √n when (2r − 1)² ≤ 4n ≤ (2r + 1)², in exact integers.
  @Test(arguments: roots)
  func isWithinHalfAStep(_ root: Root) {
    let seed: UInt64 = 0x5119
    var random = SeededRandom(seed: seed)
    var wrong = Mismatches()
    func check(_ word: Int32) {
      let result = Int128(root.root(word))
      guard word > 0 else { return wrong.note(result == 0, hex(word)) }
      let operand = Int128(word) << Int128(root.format + 2)
      let (low, high) = (2 * result - 1, 2 * result + 1)
      wrong.note(low * low <= operand && operand <= high * high && result >= 0, hex(word))
    }
    for word in Int32(-10)...65535 { check(word) }
    for word in Int32(0)...65535 { check(.max - word) }
    edges.forEach(check)
    for _ in 0..<200_000 { check(random.word()) }
    #expect(wrong.count == 0, "\(root), seed \(seed): \(wrong)")
  }
}
