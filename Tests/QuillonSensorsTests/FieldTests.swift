import QuillonSensorModels
import QuillonSensors
import Testing

/// The field of the magnetometers in the packages of other chips.
@Suite struct FieldTests {
  private static let chips = ["mpu9250", "icm20948", "lsm9ds1"]
  private static let field = SIMD3(18.5, -21.25, -43.5)

  /// At rest in a field, unless `field` differs at a time in s.
  private func bench(
    _ name: String, field: @escaping (Double) -> SIMD3<Double> = { _ in Self.field }
  ) -> Bench {
    Bench(name) {
      var motion = waving($0)
      motion.field = field($0)
      return motion
    }
  }

  private func greatest(_ vector: SIMD3<Double>) -> Double {
    max(vector.max(), -vector.min())
  }

  /// Along the axes of the other sensors, with their signs, in µT: 25 a second, and no sample suffers.
  @Test(arguments: chips)
  func theFieldComesAlongTheAxesOfTheOtherSensors(_ name: String) throws {
    var bench = bench(name)
    bench.run(until: 3)
    #expect((55...75).contains(bench.fields.count), "\(bench.fields.count)")
    for (field, _) in bench.fields { #expect(greatest(field - Self.field) < 0.16, "\(field)") }
    #expect(bench.reader.fieldRange == (name == "lsm9ds1" ? 400 : 4_912))
    #expect(bench.reader.counters == ChipCounters())
    #expect(bench.model.violations.isEmpty, "\(bench.model.violations)")
    let count = bench.samples.count
    #expect(bench.samples.map(\.counts) == Array(bench.emitted.prefix(count)))
    #expect(bench.events.map(\.event) == [.found, .running])
  }

  /// Each is one that the magnetometer measured less than 20 ms before, and none comes twice.
  @Test(arguments: chips, [0.9, 1, 1.1])
  func eachFieldIsNew(_ name: String, _ clock: Double) throws {
    var bench = bench(name) { [20 + $0 * 100, -$0 * 80, $0 * 50] }
    bench.model.magnetometer?.clockFactor = clock
    bench.run(until: 3)
    #expect(bench.fields.count > 50)
    let measured = try #require(bench.model.magnetometer).fields
    var last = -1
    for (field, time) in bench.fields {
      let index = try #require(
        measured.indices.min {
          greatest(measured[$0].field - field) < greatest(measured[$1].field - field)
        })
      #expect(greatest(measured[index].field - field) < 0.16)
      #expect(index > last && measured[index].time < time)
      #expect(measured[index].time + 20_000 > time)
      last = index
    }
  }

  /// A magnet is too near: what the registers hold then is no field.
  @Test(arguments: chips)
  func aFieldBeyondTheRangeIsNone(_ name: String) {
    var bench = bench(name) { $0 > 1 && $0 < 2 ? [3_000, -3_000, 10] : Self.field }
    bench.run(until: 3)
    #expect(bench.fields.allSatisfy { greatest($0.field - Self.field) < 0.16 })
    #expect(bench.fields.contains { $0.time < 990_000 })
    #expect(bench.fields.contains { $0.time > 2_010_000 })
    #expect(!bench.fields.contains { $0.time > 1_020_000 && $0.time < 1_990_000 })
  }

  /// The greatest field that fits into a sample.
  @Test func aGreatFieldIsClamped() {
    var bench = bench("icm20948") { _ in [4_500, 0, 0] }
    bench.run(until: 1)
    #expect(bench.fields.count > 10)
    #expect(bench.fields.allSatisfy { $0.field.x > 4_090 && $0.field.x < 4_096 })
  }

  /// One that stops gives its last field no second time, and is reset after half a second.
  @Test(arguments: chips)
  func aMagnetometerThatStops(_ name: String) {
    var bench = bench(name)
    bench.model.magnetometer?.faults = [.stop(at: 1_000_000, untilReset: true)]
    bench.run(until: 3)
    #expect(!bench.fields.contains { $0.time > 1_060_000 && $0.time < 1_500_000 })
    #expect(bench.fields.filter { $0.time > 2_000_000 }.count > 20)
    #expect(bench.reader.counters == ChipCounters())
  }

  /// The supply drops, and the magnetometer is off: within a second it measures again.
  @Test(arguments: chips)
  func aMagnetometerThatWasResetIsSetUpAnew(_ name: String) {
    var bench = bench(name)
    bench.model.faults = [.reset(at: 1_500_000)]
    bench.run(until: 4)
    let late = bench.fields.filter { $0.time > 2_500_000 }
    #expect(late.count > 30)
    #expect(late.allSatisfy { greatest($0.field - Self.field) < 0.16 })
    #expect(bench.model.violations.isEmpty, "\(bench.model.violations)")
  }

  /// One that alone does not answer is no fault of the chip, whose samples go on. It is set up anew when it is back.
  @Test(arguments: chips)
  func aMagnetometerThatIsSilent(_ name: String) {
    var bench = bench(name)
    bench.model.magnetometer?.faults = [.noAcknowledge(1_000_000..<2_000_000)]
    bench.run(until: 5)
    #expect(bench.reader.counters == ChipCounters())
    #expect(!bench.fields.contains { $0.time > 1_000_000 && $0.time < 2_000_000 })
    #expect(bench.fields.filter { $0.time > 3_500_000 }.count > 20)
    #expect(bench.model.emitted.count - bench.samples.count <= 1)
  }

  /// A clone with the identity of an MPU-9250 and no magnetometer, and the chips that have none.
  @Test(arguments: ChipModels.registerNames)
  func aChipWithoutAMagnetometerGivesNoField(_ name: String) {
    var bench = bench(name)
    if Self.chips.contains(name) {
      bench.wire.chips.removeAll { $0 !== bench.model }
    }
    bench.run(until: 3)
    #expect(bench.fields.isEmpty && bench.reader.fieldRange == 0)
    #expect(bench.reader.counters == ChipCounters())
    #expect(bench.model.emitted.count - bench.samples.count <= 1)
  }

  /// It sleeps with the chip, and wakes with it.
  @Test(arguments: chips)
  func theMagnetometerSleeps(_ name: String) throws {
    var bench = bench(name)
    bench.run(until: 1)
    bench.reader.sleepUntilMotion()
    let magnetometer = try #require(bench.model.magnetometer)
    bench.run(until: 1.02)
    let count = magnetometer.fields.count
    if bench.reader.isAsleep {
      bench.run(until: 1.04)
      #expect(magnetometer.fields.count == count)
    }
    bench.run(until: 4)
    #expect(bench.fields.filter { $0.time > 3_000_000 }.count > 20)
    #expect(bench.model.violations.isEmpty, "\(bench.model.violations)")
  }
}
