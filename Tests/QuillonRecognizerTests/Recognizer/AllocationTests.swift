import CQuillonAllocationCounter
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonWire
import TestSupport
import Testing

/// The hot path asks the heap for nothing: measured, with a control that shows that the measure works.
@Suite struct AllocationTests {
  private let pushes = 100_000

  @Test(.disabled(if: areAssertionsOn, "beyond the bounds"))
  func pushingSamplesAllocatesNothing() throws {
    var stream = AnySamples(random: SeededRandom(seed: 160))
    let samples = (0..<pushes).map { _ in stream.next() }
    var recognizer = Recognizer(model: try flatModel())
    // Once to warm up, so that what Swift sets up on first use is not counted.
    for sample in samples.prefix(2_000) { _ = recognizer.push(sample) }
    var events = 0
    let before = allocation_count()
    for sample in samples where recognizer.push(sample) != nil { events += 1 }
    let after = allocation_count()
    #expect(after - before == 0)
    #expect(events > 500, "strokes must have been scored, not only stored")
  }

  @Test func findingTheInclinationAllocatesNothing() {
    var stream = AnySamples(random: SeededRandom(seed: 164))
    let samples = (0..<20_000).map { _ in stream.next() }
    var filter = InclinationFilter()
    let before = allocation_count()
    for sample in samples { _ = filter.inclined(sample) }
    let after = allocation_count()
    #expect(after - before == 0)
    #expect(filter.vertical != nil)
  }

  @Test func packingAndUnpackingAllocatesNothing() {
    var stream = AnySamples(random: SeededRandom(seed: 161))
    let samples = (0..<20_000).map { _ in stream.next() }
    var (encoder, decoder, bytes) = (PacketEncoder(), PacketDecoder(), PacketBytes())
    var packets = 0
    let before = allocation_count()
    for sample in samples {
      bytes.removeAll()
      encoder.encode(sample, into: &bytes)
      for index in 0..<bytes.count {
        if case .packet = decoder.push(bytes[index]) { packets += 1 }
      }
    }
    let after = allocation_count()
    #expect(after - before == 0)
    #expect(packets == samples.count)
  }

  @Test func calibratingAndLearningAllocatesNothing() {
    var stream = AnySamples(random: SeededRandom(seed: 163))
    let samples = (0..<5_000).map { _ in stream.next() }
    var calibration = SensorCalibration()
    calibration.accelerometer.gain = .identity
    var (magnetometer, axes) = (MagnetometerCalibrator(), AxisCheck())
    var accelerometer = AccelerometerCalibrator()
    let before = allocation_count()
    for index in samples.indices {
      var sample = samples[index]
      calibration.apply(to: &sample)
      if let field = sample.magneticField { magnetometer.add(field) }
      guard case .specificForce(let force) = sample.acceleration else { continue }
      if let rate = sample.angularRate { axes.add(force, rate: rate) }
      accelerometer.add(force: force, rate: sample.angularRate, microseconds: 10_000)
      if index % 100 == 0 { _ = magnetometer.result() }
      _ = axes.result()
    }
    let after = allocation_count()
    #expect(after - before == 0)
  }

  /// The control: one array an iteration is one allocation an iteration.
  @Test func aLoopThatAllocatesIsCounted() {
    var stream = AnySamples(random: SeededRandom(seed: 162))
    var kept: [[InertialSample]] = []
    kept.reserveCapacity(1_000)
    let before = allocation_count()
    for _ in 0..<1_000 { kept.append([stream.next()]) }
    let after = allocation_count()
    #expect(after - before >= 1_000)
    #expect(kept.count == 1_000)
  }

  private func flatModel() throws -> LinearModel {
    let weights = [Int16](repeating: 1, count: 26 * 28)
    let model = LinearModel(
      labels: LinearModel.lab.labels, weights: weights.span, weightStep: Fixed(0.001))
    return try #require(model)
  }
}
