import QuillonSensorModels
import QuillonSensors
import Testing

@Suite struct SelfTestTests {
  @Test(arguments: ChipModels.registerNames)
  func aWholeChipPassesAndSamplesComeAgain(_ name: String) {
    var bench = Bench(name)
    bench.run(until: 1)
    var bus = ModelBus(wire: bench.wire)
    let began = bench.wire.now
    #expect(bench.reader.selfTest(on: &bus) == .passed, "\(name)")
    #expect(bench.wire.now - began < 1_000_000)
    let count = bench.samples.count
    bench.run(until: Double(bench.wire.now) / 1e6 + 1)
    #expect(bench.samples.count > count + 80)
    #expect(bench.samples.last?.counts == bench.samples.first?.counts, "the push is off again")
  }

  /// A mass that sticks, and one that moves too far.
  @Test(arguments: ChipModels.registerNames, [0.1, 20])
  func aBrokenChipFails(_ name: String, _ response: Double) {
    // Bosch and QST give no greatest change.
    if name.hasPrefix("bmi") || name == "qmi8658", response > 1 { return }
    var bench = Bench(name)
    bench.model.selfTestResponse = response
    bench.run(until: 1)
    var bus = ModelBus(wire: bench.wire)
    #expect(bench.reader.selfTest(on: &bus) == .accelerometerFailed, "\(name)")
  }

  @Test func aChipThatFallsSilentHasNoResult() {
    var bench = Bench("mpu6050")
    bench.run(until: 1)
    bench.model.faults = [.noAcknowledge(1_000_000..<9_000_000)]
    var bus = ModelBus(wire: bench.wire)
    #expect(bench.reader.selfTest(on: &bus) == .noAnswer)
  }
}
