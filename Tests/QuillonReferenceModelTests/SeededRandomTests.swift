import Foundation
import QuillonReferenceModel
import Testing

@Suite struct SeededRandomTests {
  /// The first four and the thousandth output, computed from the published algorithm by a separate
  /// program.
  @Test(
    arguments: [
      (
        0,
        [
          0x99EC_5F36_CB75_F2B4, 0xBF6E_1F78_4956_452A, 0x1A5F_849D_4933_E6E0,
          0x6AA5_94F1_262D_2D2C,
        ],
        0x7AAC_8C48_3A2E_DD2F
      ),
      (
        42,
        [
          0x1578_0B2E_0C2E_C716, 0x6104_D986_6D11_3A7E, 0xAE17_5332_39E4_99A1,
          0xECB8_AD47_03B3_60A1,
        ],
        0x8DE5_848C_61AB_8968
      ),
      (
        UInt64.max,
        [
          0x8F55_20D5_2A7E_AD08, 0xC476_A018_CAA1_802D, 0x81DE_31C0_D260_469E,
          0xBF65_8D7E_065F_3C2F,
        ],
        0xC3C9_3EA5_CDE4_34CC
      ),
    ] as [(UInt64, [UInt64], UInt64)])
  func followsThePublishedAlgorithm(seed: UInt64, first: [UInt64], thousandth: UInt64) {
    var random = SeededRandom(seed: seed)
    let outputs = (0..<1000).map { _ in random.next() }
    #expect(Array(outputs.prefix(4)) == first)
    #expect(outputs.last == thousandth)
  }

  /// Bounds of five standard deviations: a fair generator fails one seed in a million.
  @Test func isUniform() {
    let seed: UInt64 = 0x0F1A
    var random = SeededRandom(seed: seed)
    let count = 1_000_000
    let values = (0..<count).map { _ in random.uniform() }
    let mean = values.reduce(0, +) / Double(count)
    let variance = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(count)
    #expect(values.allSatisfy { $0 >= 0 && $0 < 1 })
    #expect(abs(mean - 0.5) < 5 * (1.0 / 12 / Double(count)).squareRoot(), "seed \(seed)")
    #expect(abs(variance - 1.0 / 12) < 5 * (1.0 / 180 / Double(count)).squareRoot(), "seed \(seed)")
  }

  @Test func setsEveryBitHalfTheTime() {
    let seed: UInt64 = 0x0F1B
    var random = SeededRandom(seed: seed)
    let count = 100_000
    var ones = [Int](repeating: 0, count: 64)
    for _ in 0..<count {
      let word = random.next()
      for bit in 0..<64 { ones[bit] += Int(word >> UInt64(bit) & 1) }
    }
    let bound = 5 * (Double(count) / 4).squareRoot()
    for bit in 0..<64 {
      #expect(abs(Double(ones[bit]) - Double(count) / 2) < bound, "bit \(bit), seed \(seed)")
    }
  }

  @Test func isNormal() {
    let seed: UInt64 = 0x0F1C
    var random = SeededRandom(seed: seed)
    let count = 1_000_000
    let values = (0..<count).map { _ in (random.normal(mean: 3, deviation: 2) - 3) / 2 }
    func moment(_ power: Double) -> Double {
      values.map { pow($0, power) }.reduce(0, +) / Double(count)
    }
    let deviation = Double(count).squareRoot()
    // Variances of x, x², x³ and x⁴ for the normal distribution: 1, 2, 15 and 96.
    #expect(abs(moment(1)) < 5 / deviation, "seed \(seed)")
    #expect(abs(moment(2) - 1) < 5 * 2.0.squareRoot() / deviation, "seed \(seed)")
    #expect(abs(moment(3)) < 5 * 15.0.squareRoot() / deviation, "seed \(seed)")
    #expect(abs(moment(4) - 3) < 5 * 96.0.squareRoot() / deviation, "seed \(seed)")
    #expect(values.allSatisfy { $0.isFinite })
  }

  @Test(arguments: [1, 2, 10, 63])
  func choosesIndicesEvenly(_ bound: Int) {
    let seed: UInt64 = 0x0F1D
    var random = SeededRandom(seed: seed)
    var counts = [Int](repeating: 0, count: bound)
    let draws = 100_000
    for _ in 0..<draws { counts[random.index(below: bound)] += 1 }
    let expected = Double(draws) / Double(bound)
    for (index, count) in counts.enumerated() {
      #expect(abs(Double(count) - expected) <= 5 * expected.squareRoot(), "\(index), seed \(seed)")
    }
  }

  @Test func staysInsideARange() {
    let seed: UInt64 = 0x0F1E
    var random = SeededRandom(seed: seed)
    let values = (0..<100_000).map { _ in random.uniform(in: -3...5) }
    #expect(values.allSatisfy { (-3...5).contains($0) })
    #expect((values.min() ?? 0) < -2.99 && (values.max() ?? 0) > 4.99, "seed \(seed)")
  }

  @Test func repeatsItselfAndSeparatesSeeds() {
    var first = SeededRandom(seed: 7)
    var again = SeededRandom(seed: 7)
    var other = SeededRandom(seed: 8)
    let sequence = (0..<100).map { _ in first.next() }
    #expect(sequence == (0..<100).map { _ in again.next() })
    #expect(sequence != (0..<100).map { _ in other.next() })
  }
}
