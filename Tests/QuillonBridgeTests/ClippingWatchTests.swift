import Foundation
import QuillonConversions
import QuillonFusion
import QuillonBridge
import QuillonNumerics
import QuillonRecordings
import QuillonSimulator
import TestSupport
import Testing

@Suite(.waiting) struct ClippingWatchTests {
  private func sample(_ x: Double, rate: Double = 0, at index: Int) -> InertialSample {
    InertialSample(
      timestamp: UInt32(index * 10_000),
      acceleration: .specificForce(Vector3(Fixed(x), .zero, Fixed(9.8))),
      angularRate: Vector3(Fixed(rate), .zero, .zero), pen: .up)
  }

  @Test func aFlatTopIsTheEndOfTheRange() {
    var watch = ClippingWatch()
    let force = [1, 8, 15, 19.6, 19.6, 19.6, 19.6, 12, 3]
    let words = force.indices.map { watch.add(sample(force[$0], at: $0)) }
    #expect(words[..<5].allSatisfy { $0 == nil })
    #expect(words[5...].allSatisfy { $0 == "accelerometer" })
    let counts = watch.counts
    #expect(counts.samples == 2 && counts.accelerometer == 2 && counts.gyroscope == 0)
    // The warning passes.
    #expect(watch.add(sample(1, at: 1000)) == nil)
  }

  @Test func theGyroscopeIsWatchedToo() {
    var watch = ClippingWatch()
    let words = (0..<4).map { watch.add(sample(0, rate: -4.36, at: $0)) }
    #expect(words == [nil, nil, "gyroscope", "gyroscope"])
  }

  /// The first sample at the end of a known range counts, and one that returns to an old peak does not.
  @Test func ofAKnownRangeEachSampleCounts() {
    var watch = ClippingWatch(range: SensorRange(g: 2, degrees: 250))
    let readings = [(1, 0), (19.5, 0), (-19.6, 4.37), (12, -4.33), (12, 4), (12, 4), (12, 4)]
    let words = readings.enumerated().map { index, reading in
      watch.add(sample(reading.0, rate: reading.1, at: index * 300))
    }
    #expect(
      words
        == [nil, "accelerometer", "accelerometer and gyroscope", "gyroscope", nil, nil, nil])
    let counts = watch.counts
    #expect(counts.samples == 3 && counts.accelerometer == 2 && counts.gyroscope == 2)
  }

  /// A calibration mixes the axes, so the values at the end of the range are not alike to the last bit.
  @Test func aFlatTopOfCalibratedReadings() {
    var watch = ClippingWatch()
    let rates = (0..<100).map { index -> Double in
      let truth = 9 * sin(Double(index) / 12)
      let other = 2 * cos(Double(index) / 9)
      return 1.01 * min(max(truth, -7.3), 7.3) + 0.002 * other
    }
    for (index, rate) in rates.enumerated() { watch.add(sample(0, rate: rate, at: index)) }
    let beyond = (0..<100).filter { abs(9 * sin(Double($0) / 12)) > 7.3 }.count
    #expect(watch.counts.gyroscope > beyond / 2 && watch.counts.gyroscope <= beyond)
    let found = watch.foundRange
    #expect(found.force == nil)
    #expect(abs((found.rate ?? 0) - 7.37) < 0.02)
  }

  /// The same motion within the range, and a slow one that lingers at its turning points.
  @Test(arguments: [(7.0, 12.0), (5, 40), (6, 3)])
  func aRoundTopIsNoEnd(_ height: Double, _ period: Double) {
    var watch = ClippingWatch()
    for index in 0..<500 {
      watch.add(sample(0, rate: height * sin(Double(index) / period), at: index))
    }
    #expect(watch.counts.samples == 0)
    #expect(watch.foundRange == SensorRange())
  }

  /// A board that sends each sample four times is not at the end of its range at every peak.
  @Test func heldSamplesAreNoEnd() {
    var watch = ClippingWatch()
    for index in 0..<800 {
      let held = Double(index / 4) / 4
      watch.add(sample(15 * sin(held), rate: 7 * sin(held / 1.3), at: index))
    }
    #expect(watch.counts.samples == 0)
  }

  @Test func restAndHardWritingAreNoClipping() throws {
    var watch = ClippingWatch()
    for index in 0..<100 { #expect(watch.add(sample(9.8, at: index)) == nil) }
    let truth = try AirWriter(seed: 9).trace(of: "QUILLON")
    for sample in SensorErrors.phone.apply(to: truth, seed: 9).replaySamples {
      #expect(watch.add(sample.sample) == nil)
    }
  }
}
