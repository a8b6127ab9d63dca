import Foundation
import QuillonFusion
import QuillonReferenceModel
import Testing

/// What the heading makes of a magnetic field that is late, disturbed or not known yet, on simulated
/// motion with known attitude.
@Suite struct HeadingTests {
  /// About 300°/s, mostly one way about the vertical.
  private func fast(_ t: Double) -> ReferenceVector {
    ReferenceVector(3.5 * sin(0.9 * t), 3 * cos(0.7 * t), 3 + 2 * sin(0.4 * t))
  }

  /// About 60°/s.
  private func gentle(_ t: Double) -> ReferenceVector {
    ReferenceVector(0.8 * sin(t), 0.8 * cos(0.8 * t), 0.6)
  }

  private func script(seed: UInt64) -> FusionScript {
    var script = FusionScript(usesField: true, seed: seed)
    script.noise = (rate: 0.002, force: 0.05)
    script.fieldNoise = 0.6
    return script
  }

  /// RMS, degrees, over `seconds` of motion.
  private func error(
    of script: inout FusionScript, seconds: Int, rate: (Double) -> ReferenceVector
  ) -> Double {
    var square = 0.0
    for second in 0..<seconds {
      script.run(seconds: 1) { rate(Double(second) + $0) }
      square += script.totalError * script.totalError
    }
    return (square / Double(seconds)).squareRoot()
  }

  /// A field 15 ms late is some 3° off in fast rotation. The filter learns the delay from the dip within
  /// minutes of that.
  @Test(arguments: [-0.015, 0.015, 0.03])
  func `A field that comes late is turned on by its delay`(delay: Double) {
    let seed: UInt64 = 1
    var script = script(seed: seed)
    script.fieldDelay = delay
    script.run(seconds: 10)
    let before = error(of: &script, seconds: 30, rate: fast)
    _ = error(of: &script, seconds: 500, rate: fast)
    let settled = error(of: &script, seconds: 60, rate: fast)
    #expect(before > 2)
    #expect(settled < 70 * abs(delay), "seed \(seed)")
    #expect(!script.filter.isFieldDisturbed)
  }

  /// The field that was there at rest is known when a magnet comes before the board has ever turned, and
  /// the heading follows the magnet's by a quarter instead of by half.
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `A magnet fixed to the board after a rest is told from the earth's field`(seed: UInt64) {
    var script = script(seed: seed)
    script.run(seconds: 15)
    script.magnet = ReferenceVector(-4, 3, 36)
    let disturbed = error(of: &script, seconds: 50, rate: gentle)
    #expect(disturbed < 16, "seed \(seed)")
  }

  /// A table of steel: the field of the first rest is not the earth's.
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `The field of the first rest yields to the one that the board turns in`(seed: UInt64) {
    var script = script(seed: seed)
    script.field = ReferenceVector(9, 26, -36)
    script.run(seconds: 15)
    #expect(script.totalError > 15)
    #expect(script.filter.isFieldDisturbed)
    script.field = ReferenceVector(0, 20, -45)
    script.run(seconds: 15, rate: gentle)
    #expect(!script.filter.isFieldDisturbed, "seed \(seed)")
    script.run(seconds: 45, rate: gentle)
    #expect(script.totalError < 1, "seed \(seed)")
  }

  /// 10 µT of mains or a railway along the earth's east, half of what the earth itself has to the north. The heading uses one field in
  /// each tenth of a second, so 50 and 60 Hz look constant: a known limit.
  @Test(arguments: [50.0 / 3, 50, 60])
  func `A field that alternates averages out`(frequency: Double) {
    var script = script(seed: 4)
    let earth = script.field
    script.run(seconds: 15)
    var (square, count) = (0.0, 0.0)
    for sample in 0..<6_000 {
      let time = Double(sample) / 100
      script.field = earth + ReferenceVector(10 * cos(2 * .pi * frequency * time), 0, 0)
      script.run(seconds: 0.01) { _ in gentle(time) }
      guard sample > 1_500 else { continue }
      square += script.totalError * script.totalError
      count += 1
    }
    let error = (square / count).squareRoot()
    print("10 µT of \(frequency) Hz: \(error)°")
    withKnownIssue("one field in each tenth of a second") {
      #expect(error < 1.5)
    } when: {
      frequency >= 50
    }
  }
}
