import QuillonSimulator
import Testing

@Suite struct LineFaultsTests {
  private static let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }

  @Test func aCleanLineChangesNothing() {
    var line = LineFaults(seed: 1)
    #expect(line.transmit(Self.bytes) == Self.bytes)
    #expect(line.counts.flipped + line.counts.lost + line.counts.doubled == 0)
  }

  @Test func sameSeedSameDamage() {
    let rates = LineFaults.Rates(flip: 0.01, lose: 0.01, double: 0.01)
    var (first, second, other) = (
      LineFaults(rates: rates, seed: 2), LineFaults(rates: rates, seed: 2),
      LineFaults(rates: rates, seed: 3)
    )
    let arrived = first.transmit(Self.bytes)
    #expect(second.transmit(Self.bytes) == arrived)
    #expect(other.transmit(Self.bytes) != arrived)
  }

  @Test func aFlippedByteHasOneWrongBitAndEveryBitHasItsTurn() {
    let seed: UInt64 = 4
    var line = LineFaults(rates: LineFaults.Rates(flip: 0.02), seed: seed)
    let arrived = line.transmit(Self.bytes)
    #expect(arrived.count == Self.bytes.count)
    let wrong = zip(Self.bytes, arrived).map { $0 ^ $1 }.filter { $0 != 0 }
    #expect(wrong.count == line.counts.flipped)
    #expect(wrong.allSatisfy { $0.nonzeroBitCount == 1 }, "seed \(seed)")
    for bit in 0..<8 {
      let share = Double(wrong.count { $0 == 1 << UInt8(bit) }) / Double(wrong.count)
      #expect(abs(share - 0.125) < 0.03, "seed \(seed), bit \(bit): \(share)")
    }
  }

  /// Four standard deviations of 200 000 draws with probability 0.02 are 0.00125.
  @Test func eachKindOfDamageComesAtItsRate() {
    let seed: UInt64 = 5
    var line = LineFaults(
      rates: LineFaults.Rates(flip: 0.02, lose: 0.02, double: 0.02), seed: seed)
    let arrived = line.transmit(Self.bytes)
    let counts = line.counts
    for count in [counts.flipped, counts.lost, counts.doubled] {
      #expect(abs(Double(count) / Double(Self.bytes.count) - 0.02) < 0.00125, "seed \(seed)")
    }
    #expect(arrived.count == Self.bytes.count - counts.lost + counts.doubled)
  }

  @Test func ratesBeyondCertaintyAreCertain() {
    var losing = LineFaults(rates: LineFaults.Rates(lose: 2))
    #expect(losing.transmit([1, 2, 3]) == [])
    var doubling = LineFaults(rates: LineFaults.Rates(double: 1))
    #expect(doubling.transmit([1, 2]) == [1, 1, 2, 2])
    var harmless = LineFaults(rates: LineFaults.Rates(flip: -1, lose: -1, double: -1))
    #expect(harmless.transmit([1, 2]) == [1, 2])
  }
}
