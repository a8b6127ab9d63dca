import QuillonNumerics
import QuillonRecognizer
import Testing

@Suite struct RivalsTests {
  @Test func fourHaveRoomInTheirOrder() {
    var rivals = Rivals()
    for label in 0..<6 as Range<UInt8> {
      rivals.append(label, behind: Fixed(Double(label)))
      #expect(rivals.count == min(Int(label) + 1, 4))
    }
    for index in 0..<4 {
      #expect(rivals[index] == (UInt8(index), Fixed(Double(index))))
      #expect(rivals[word: index] == UInt32(index) << 20 | UInt32(index))
    }
  }

  /// No distance is treated as a place without a rival, not even with label 255.
  @Test(
    arguments: [
      (-1, 0), (0, 0), (1, 1), (0xFF_FFFE, 0xFF_FFFE), (0xFF_FFFF, 0xFF_FFFE), (.max, 0xFF_FFFE),
    ] as [(Int32, Int32)])
  func distancesAreClamped(_ bits: Int32, _ kept: Int32) {
    var rivals = Rivals()
    rivals.append(255, behind: Fixed(bits: bits))
    #expect(rivals.count == 1 && rivals[0] == (255, Fixed(bits: kept)))
  }

  @Test func aPlaceWithoutARivalHasAllBitsSet() {
    var rivals = Rivals()
    rivals.append(7, behind: .one)
    for index in [.min, -1, 1, 4, .max] { #expect(rivals[word: index] == .max) }
    #expect(rivals != Rivals())
  }
}
