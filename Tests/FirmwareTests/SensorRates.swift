import QuillonConversions
import QuillonRecognizer
import QuillonRecordings
import QuillonSerialFormats
import QuillonSimulator
import QuillonWire
import Testing

/// Sensors on a device's line that do not send 100 samples a second.
struct SensorRates {
  private static let people = UInt64(1)...12
  private static let labels = PackedModel.builtIn.labels

  /// How many of the letters of twelve people who write QUILLON are read right, and how many strokes are reported that are
  /// none of them.
  private func read(
    _ rate: Double, isRaw: Bool, by encoder: any SensorEncoder,
    _ settings: WritingSettings,
    _ receiver: SampleReceiver<some SensorDecoder, CountingClock>
  ) throws -> (right: Int, other: Int) {
    var (right, other) = (0, 0)
    for seed in Self.people {
      var writer = AirWriter(seed: seed)
      if settings.pen == .motion { writer.holdTime = 0.4 }
      if isRaw { writer.lyingTime = 4 }
      let trace = SensorErrors.phone.apply(
        to: try writer.trace(of: "QUILLON", rate: rate), seed: seed)
      var receiver = receiver
      var recognizer = Recognizer(
        model: PackedModel.builtIn, parameters: RecognizerParameters(writing: settings))
      var ends: [(label: String?, time: Double)] = []
      func take(_ event: Event?) {
        guard let event else { return }
        let time = Double(recognizer.endOfLastStroke) / 1e6
        if case .classification(let classification) = event {
          ends.append((Self.labels[Int(classification.label)], time))
        } else {
          ends.append((nil, time))
        }
      }
      for byte in (isRaw ? trace.raw(.six) : trace).messages(by: encoder).flatMap(\.bytes) {
        receiver.push(byte)
        if let sample = receiver.next() { take(recognizer.push(sample)) }
      }
      while let event = recognizer.finish() { take(event) }
      for (letter, stroke) in zip("QUILLON", trace.strokes) {
        let end = trace.rows[stroke.rows.upperBound - 1].time
        guard let place = ends.firstIndex(where: { abs($0.time - end) < 0.5 }) else { continue }
        if ends.remove(at: place).label == String(letter) { right += 1 }
      }
      other += ends.count
    }
    return (right, other)
  }

  /// By motion, of 84 letters: a sensor that sends its attitude, one with six raw axes; and with a pen.
  func expectLetters(at rate: Double) throws {
    let mip = SampleReceiver(MIPFormat())
    let attitude = try read(rate, isRaw: false, by: MIPEncoder(), .withoutButton, mip)
    let raw = try read(rate, isRaw: true, by: MIPEncoder(), .withoutButton, mip)
    let pen = try read(
      rate, isRaw: false, by: ColumnEncoder(), WritingSettings(),
      SampleReceiver(LineFormat(ColumnFormat())))
    print("\(rate) Hz: attitude \(attitude), six axes \(raw), with a pen \(pen)")
    // Of a letter 25 samples a second leave too little.
    let least = rate < 40 ? 65 : 80
    #expect(attitude.right >= least && raw.right >= least && pen.right >= least)
    #expect(attitude.other + raw.other + pen.other <= 3)
  }
}
