import Foundation
import QuillonRecordings
import QuillonTraining
import Testing

@Suite struct MotionWindowsTests {
  /// 40 s of raw sensors at 100 Hz: rest, and from `beginning` s on swings.
  private static func trace(movingFrom beginning: Double) -> Trace {
    Trace(
      rows: (0..<4_000).map { index in
        let time = Double(index) / 100
        let swing = time < beginning ? 0 : sin(7 * time) + sin(4.3 * time + 1)
        var row = TraceRow(time: time)
        row.specificForce = SIMD3(3 * swing, swing, 9.80665)
        row.angularRate = SIMD3(0, 0, 0.1 * swing)
        return row
      })
  }

  @Test func windowsAreOfMotionOnly() {
    func windows(_ beginning: Double, rounds: Int, seed: UInt64 = 1) -> [NetworkLetter] {
      NetworkLetter.windows(
        of: Self.trace(movingFrom: beginning), name: "swings", rounds: rounds,
        featureSet: .airPath, seed: seed)
    }
    #expect(windows(100, rounds: 2).isEmpty)
    let (some, more) = (windows(20, rounds: 1), windows(20, rounds: 3))
    // 20 s in windows of 1.4 s and 1 s between them, on average.
    #expect((5...12).contains(some.count) && (15...36).contains(more.count), "\(more.count)")
    #expect(more.allSatisfy { $0.isGarbage && $0.writer == "swings" })
    func numbers(_ letters: [NetworkLetter]) -> [Int16] {
      letters.map { letter in
        var vector = letter.vector(.airPath)
        return vector[3]
      }
    }
    #expect(numbers(some) == numbers(windows(20, rounds: 1)))
    #expect(numbers(some) != numbers(windows(20, rounds: 1, seed: 2)))
  }
}
