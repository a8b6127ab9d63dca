import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonSerialFormats
import Testing

/// What contradicts the units of samples while they come.
@Suite struct UnitWatchTests {
  private func words(
    rateFactor: Double, isFrozen: Bool = false, unit: ColumnUnits.Rate? = .counts131,
    rate samples: Double = 100, seconds: Double = 25
  ) -> [String] {
    var watch = UnitWatch()
    watch.expect(ColumnUnits(rate: unit))
    var told: [String] = []
    for index in 0..<Int(seconds * samples) {
      let t = isFrozen ? 0 : Double(index) / samples
      let noise = isFrozen ? 0 : 0.003 * sin(Double(index * 7_919))
      // At rest for 3 s, then turned to and fro about x.
      let angle = t < 3 ? 0 : 0.7 * (1 - cos(1.5 * (t - 3)))
      let rate = t < 3 ? 0.01 : 1.05 * sin(1.5 * (t - 3))
      watch.add(
        InertialSample(
          timestamp: UInt32(Double(index) * 1e6 / samples),
          acceleration: .specificForce(
            Vector3(Fixed(noise), Fixed(9.80665 * sin(angle) + noise), Fixed(9.80665 * cos(angle)))),
          angularRate: Vector3(Fixed(rate * rateFactor + noise), Fixed(0.001), Fixed(noise)),
          pen: .up))
      if let words = watch.words { told.append(words) }
    }
    watch.finish()
    if let words = watch.words { told.append(words) }
    return told
  }

  @Test func whatFitsIsNotTold() { #expect(words(rateFactor: 1).isEmpty) }

  /// °/s that were treated as rad/s, and counts of another range.
  @Test(arguments: [
    (0.25, "--rate-unit '32.8/(deg/s)'"), (0.125, "--rate-unit '16.4/(deg/s)'"), (8, "as slowly"),
  ])
  func aRateThatDoesNotFitIsTold(factor: Double, word: String) {
    let told = words(rateFactor: factor)
    #expect(told.count == 1 && told[0].contains(word) && told[0].contains("--rate-unit"), "\(told)")
  }

  /// ST's counts in place of InvenSense's differ by an eighth only.
  @Test(
    arguments: [(131 / 114.2857, "114.3/(deg/s)"), (1.03, nil), (0.97, nil)] as [(Double, String?)])
  func countsOfAnotherMakerAreTold(ratio: Double, unit: String?) {
    let told = words(rateFactor: 1 / ratio)
    #expect(told.isEmpty == (unit == nil), "\(told)")
    if let unit { #expect(told.first?.contains("--rate-unit '\(unit)'") == true, "\(told)") }
  }

  /// Counts of another range of the accelerometer: i2cdevlib's `a/g:` at ±8 g.
  @Test(arguments: [(0.25, "4096/g"), (0.5, "8192/g"), (1, nil)] as [(Double, String?)])
  func anAccelerationThatIsNotGravityIsReported(factor: Double, unit: String?) {
    var watch = UnitWatch()
    watch.expect(ColumnUnits(acceleration: .counts16384, rate: .counts131))
    for index in 0..<800 {
      let noise = 0.003 * sin(Double(index * 7_919))
      watch.add(
        InertialSample(
          timestamp: UInt32(index * 10_000),
          acceleration: .specificForce(
            Vector3(Fixed(noise), Fixed(0.1 * factor), Fixed(9.80665 * factor + noise))),
          angularRate: Vector3(Fixed(0.01 + noise), Fixed(0.001), Fixed(noise)), pen: .up))
    }
    watch.finish()
    let words = watch.words
    #expect((words != nil) == (unit != nil))
    if let unit {
      #expect(words?.contains("--acceleration-unit \(unit)") == true, "\(words ?? "")")
    }
  }

  /// Slow boards are looked at in time, and at the end. Without a unit that is known, the right one follows from the ratio.
  @Test(arguments: [10.0, 20, 100], [4.5, 8])
  func aShortRecordingIsLookedAt(rate: Double, seconds: Double) {
    for (factor, name) in [(Double.pi / 180, "rad/s"), (180 / .pi, "deg/s")] {
      let told = words(rateFactor: factor, unit: nil, rate: rate, seconds: seconds)
      #expect(
        told.count == 1 && told[0].contains("--rate-unit '\(name)'"), "\(factor): \(told)")
    }
    #expect(words(rateFactor: 1, unit: nil, rate: rate, seconds: seconds).isEmpty)
  }

  @Test func aSensorThatStandsStillToTheLastBitIsTold() {
    #expect(words(rateFactor: 1, isFrozen: true).contains { $0.contains("alike to the last bit") })
  }
}
