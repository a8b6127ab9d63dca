import QuillonSensorModels
import QuillonSensors
import Testing

/// A chip with messages instead of registers.
@Suite struct BNO08xTests {
  private func bench(_ motion: @escaping ChipModel.Motion = waving) throws -> (Bench, BNO08xModel) {
    let bench = Bench("bno08x", motion: motion)
    return (bench, try #require(bench.model as? BNO08xModel))
  }

  /// Each angular rate comes once, in order, with the specific force before it. Its time is that of the look, of which there is one each 2 ms.
  @Test(arguments: [true, false], [0.97, 1, 1.03])
  func everySampleArrivesOnceAndInOrder(_ joins: Bool, _ clock: Double) throws {
    var (bench, model) = try bench()
    (model.joinsReports, model.clockFactor) = (joins, clock)
    bench.run(until: 5)
    let (emitted, count) = (bench.emitted, bench.samples.count)
    // The first rate may come before there is a force.
    let skipped = emitted.first == bench.samples.first?.counts ? 0 : 1
    #expect(count > 380 && emitted.count - count - skipped <= 1)
    #expect(bench.samples.map(\.counts) == Array(emitted.dropFirst(skipped).prefix(count)))
    let late = zip(bench.samples, model.emitted.dropFirst(skipped)).map {
      Int($0.time) - Int($1.time)
    }
    let worst = (late.min() ?? 0, late.max() ?? 0)
    print("BNO08x, joined \(joins), clock \(clock): \(worst.0) to \(worst.1) µs late")
    #expect(worst.0 >= -100 && worst.1 <= 2_500)
    #expect(bench.reader.counters == ChipCounters())
    #expect(model.violations.isEmpty, "\(model.violations)")
  }

  @Test func valuesAreInSIUnits() throws {
    var (bench, _) = try bench { _ in ChipMotion(force: [1, -2, 7.5], rate: [90, -180, 1_900]) }
    bench.run(until: 1.5)
    let facts = try #require(bench.reader.chip).facts
    #expect("\(facts.name)" == "BNO08x" && facts.forceRange == 8 && facts.rateRange == 2_000)
    let sample = try #require(bench.samples.last).counts.sample(facts, map: .identity, time: 5)
    guard case .specificForce(let force) = sample.acceleration else { Issue.record(); return }
    let rate = try #require(sample.angularRate)
    // Half a count, and 15 millionths of the rate.
    for (axis, truth) in zip([force.x, force.y, force.z], [1, -2, 7.5]) {
      #expect(abs(Double(axis.bits) / 0x1p23 - truth * 9.80665) <= 1.0 / 512)
    }
    for (axis, truth) in zip([rate.x, rate.y, rate.z], [90, -180, 1_900.0]) {
      #expect(abs(Double(axis.bits) / 0x1p25 - truth * .pi / 180) <= 1.0 / 1024 + 0.0006)
    }
  }

  /// It is asked what it is, reset, and asked for two reports, each 10 ms: bytes of sh2.c, `setSensorConfig` and `getProdIds`.
  @Test func theMessagesAreThese() throws {
    var (bench, model) = try bench()
    bench.run(until: 1.5)
    func feature(_ number: UInt8, _ report: UInt8) -> [UInt8] {
      [21, 0, 2, number, 0xFD, report, 0, 0, 0, 0x10, 0x27, 0, 0] + [UInt8](repeating: 0, count: 8)
    }
    // Both messages of the search may come while it starts, when it does not acknowledge.
    #expect(
      model.messages == [
        [6, 0, 2, 0, 0xF9, 0], [5, 0, 1, 0, 1], feature(0, 1), feature(1, 2),
      ])
    #expect(bench.events.map(\.event).suffix(2) == [.found, .running])
  }

  /// However slowly it starts. The pause after the reset is 500 ms, and a step that fails is repeated.
  @Test(arguments: [0, 100_000, 300_000, 490_000] as [UInt64])
  func aSlowStartIsWaitedFor(_ time: UInt64) throws {
    var (bench, model) = try bench()
    model.startTime = time
    bench.run(until: 3)
    #expect(bench.samples.count > 150, "\(time)")
    #expect(bench.reader.counters.resets.value == 0 && bench.reader.counters.stops.value == 0)
  }

  /// A drop of its supply: it reports that it has started, and is asked anew.
  @Test func aResetIsToldAndTheSamplesGoOn() throws {
    var (bench, model) = try bench()
    model.faults = [.reset(at: 2_000_000)]
    bench.run(until: 4)
    #expect(bench.time(of: .wasReset) != nil)
    #expect(bench.reader.counters.resets.value == 1)
    let after = bench.samples.filter { $0.time > 2_000_000 }
    #expect(after.count > 170)
    let emitted = bench.emitted
    #expect(after.allSatisfy { emitted.contains($0.counts) })
    #expect(model.violations.isEmpty, "\(model.violations)")
  }

  @Test func aChipThatStopsIsResetAndOneThatIsUnpluggedIsFoundAgain() throws {
    var (bench, model) = try bench()
    model.faults = [.stop(at: 2_000_000, untilReset: true), .noAcknowledge(4_000_000..<6_000_000)]
    bench.run(until: 8)
    #expect(bench.time(of: .stopped) != nil && bench.time(of: .noAnswer) != nil)
    #expect(bench.samples.filter { (3_000_000...4_000_000).contains($0.time) }.count > 90)
    #expect(bench.samples.filter { $0.time > 7_000_000 }.count > 90)
    #expect(model.violations.isEmpty, "\(model.violations)")
  }

  @Test func aLineThatIsHeldIsFreed() throws {
    var (bench, model) = try bench()
    model.faults = [.holdSDA(at: 2_000_000, clocks: 5)]
    bench.run(until: 4)
    #expect(bench.wire.freed > 0 && bench.reader.counters.heldBuses.value > 0)
    #expect(bench.samples.filter { $0.time > 2_200_000 }.count > 170)
  }

  /// While the board looks away, its oldest messages are lost, and no sample is torn or comes twice.
  @Test func pausesLoseSamplesButTearNone() throws {
    var (bench, model) = try bench()
    bench.run(until: 5, pauses: [2...2.3, 3...3.3])
    let emitted = bench.emitted
    var place = 0
    var torn = 0
    for sample in bench.samples {
      guard let next = emitted[place...].firstIndex(of: sample.counts) else {
        torn += 1
        continue
      }
      place = next + 1
    }
    // A rate whose force was lost has the one before.
    #expect(torn <= 2)
    #expect(emitted.count - bench.samples.count < 70)
    let times = bench.samples.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(model.violations.isEmpty, "\(model.violations)")
  }

  /// Another device at its address answers something else, and is reported as what answered.
  @Test func anotherDeviceIsNotTakenForOne() throws {
    let other = LSM6DSOXModel(address: 0x4A, motion: waving)
    var bus = ModelBus(wire: Wire([other]))
    var search = ChipSearch()
    #expect(BNO08x.find(on: &bus, &search) == nil)
    #expect(search[0]?.address == 0x4A)
  }

  @Test func theSelfTestAsksWhatItIs() throws {
    var (bench, model) = try bench()
    bench.run(until: 1.5)
    var bus = ModelBus(wire: bench.wire)
    #expect(bench.reader.selfTest(on: &bus) == .passed)
    bench.run(until: 3)
    #expect(bench.reader.isRunning)
    model.faults = [.noAcknowledge(3_000_000..<9_000_000)]
    #expect(bench.reader.selfTest(on: &bus) == .noAnswer)
  }
}
