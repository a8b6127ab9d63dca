import QuillonFusion
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import QuillonSensorModels
import QuillonSensors
import QuillonSimulator
import Testing

/// A simulated person writes QUILLON with each chip in the hand. What the recognizer makes of the driver's samples is what it makes of the
/// chip's own, to the bit.
@Suite struct RecognitionTests {
  @Test(arguments: ChipModels.registerNames)
  func quillonIsReadAlikeThroughEachDriver(_ name: String) throws {
    let (own, driven) = try write(name, pauses: [])
    let model = PackedModel.air
    #expect(own.map { model.label(of: $0) ?? "?" }.joined() == "QUILLON", "\(name)")
    #expect(driven == own, "\(name)")
  }

  /// After a pause of the board the times of its samples are computed, and differ from the chip's by some µs.
  @Test(arguments: ChipModels.registerNames)
  func lettersAreReadThroughPausesOfTheBoard(_ name: String) throws {
    let pauses = stride(from: 4.5, to: 14, by: 1).map { $0...$0 + 0.2 }
    let (own, driven) = try write(name, pauses: pauses)
    #expect(driven.map(\.label) == own.map(\.label), "\(name)")
  }

  /// What the recognizer makes of the chip's own samples, and of the driver's.
  private func write(
    _ name: String, pauses: [ClosedRange<Double>]
  ) throws -> (own: [Classification], driven: [Classification]) {
    var writer = AirWriter(seed: 1)
    writer.lyingTime = 3
    let trace = try writer.trace(of: "QUILLON", rate: 1_000)
    let rows = trace.rows
    let end = try #require(rows.last).time
    // Set up and at rest for a second before the recording begins.
    let delay = 1.0
    func row(_ time: Double) -> TraceRow {
      rows[min(max(Int(((time - delay) * 1_000).rounded()), 0), rows.count - 1)]
    }
    var bench = Bench(name) { time in
      let row = row(time)
      return ChipMotion(
        force: (row.specificForce ?? .zero) / ReferenceSample.gravity,
        rate: (row.angularRate ?? .zero) * 180 / .pi)
    }
    bench.run(until: end + delay, pauses: pauses)
    let facts = try #require(bench.reader.chip).facts
    func pen(_ time: UInt32) -> PenState { row(Double(time) / 1e6).isPenDown == true ? .down : .up }

    let own = bench.model.emitted.map { emitted in
      let time = UInt32(emitted.time)
      return SensorCounts(emitted).sample(facts, map: .identity, time: time, pen: pen(time))
    }
    let driven = bench.samples.map {
      $0.counts.sample(facts, map: .identity, time: $0.time, pen: pen($0.time))
    }
    // What comes while the FIFO of a QMI8658 is read is lost: three samples after a pause at most.
    let lost = name == "qmi8658" ? 3 * pauses.count : 0
    #expect(driven.count >= own.count - 1 - lost)
    return (classify(own), classify(driven))
  }

  private func classify(_ samples: [InertialSample]) -> [Classification] {
    var recognizer = Recognizer(model: PackedModel.air)
    var found: [Classification] = []
    func take(_ event: Event?) {
      if case .classification(let classification) = event { found.append(classification) }
    }
    for sample in samples { take(recognizer.push(sample)) }
    while let event = recognizer.finish() { take(event) }
    return found
  }
}
