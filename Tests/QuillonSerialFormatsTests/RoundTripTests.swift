import QuillonConversions
import QuillonNumerics
import QuillonRecordings
import QuillonReferenceModel
import QuillonSerialFormats
import TestSupport
import Testing

/// What a board sends is what a decoder reads, in SI units and this project's axes.
@Suite struct RoundTripTests {
  private let seed: UInt64 = 601

  @Test(arguments: Sender.all)
  func everySampleArrivesAsItWasSent(_ sender: Sender) throws {
    let rows = Array(Moments(seed: seed).prefix(400))
    var encoder = sender.encoder
    var decoder = sender.decoder()
    let readings = decoder.readings(in: rows.flatMap { encoder.encode($0) })
    #expect(decoder.counters.rejected == 0, "seed \(seed)")
    var arrived = samples(of: readings, lead: sender.lead)
    // A board without a checksum is believed from its second message on, and lines of numbers show their
    // unit in a moment near rest.
    if sender.format == "csv" { arrived.removeAll { $0.specificForce == nil } }
    #expect(arrived.count >= rows.count - 40, "seed \(seed)")
    for (sample, row) in zip(arrived.reversed(), rows.reversed()) {
      try compare(sample, row, sender)
    }
  }

  private func compare(_ sample: SensorReading, _ row: TraceRow, _ sender: Sender) throws {
    let tolerances = sender.tolerances
    #expect((sample.time == nil) == (tolerances.time == nil))
    if let time = sample.time, let tolerance = tolerances.time {
      #expect(abs(Double(time) * 1e-6 - row.time) <= tolerance)
    }
    try compare(sample.specificForce, row.specificForce, tolerances.specificForce)
    try compare(
      sample.linearAcceleration, row.linearAcceleration, tolerances.linearAcceleration)
    try compare(sample.angularRate, row.angularRate, tolerances.angularRate)
    try compare(sample.magneticField, row.magneticField, tolerances.magneticField)
    #expect((sample.attitude == nil) == (tolerances.attitude == nil))
    if let attitude = sample.attitude, let sent = row.attitude, let tolerance = tolerances.attitude
    {
      let angle = attitude.reference.angle(
        to: ReferenceQuaternion(sent[0], sent[1], sent[2], sent[3]))
      #expect(min(angle, 2 * .pi - angle) <= tolerance, "seed \(seed) at \(row.time) s")
    }
  }

  private func compare<let f: Int>(
    _ value: Vector3<f>?, _ sent: SIMD3<Double>?, _ tolerance: Double?
  ) throws {
    #expect((value == nil) == (tolerance == nil))
    guard let value, let sent, let tolerance else { return }
    let error = value.reference - sent
    let greatest = max(error.max(), -error.min())
    #expect(greatest <= tolerance, "seed \(seed): \(value.reference) for \(sent)")
  }
}
