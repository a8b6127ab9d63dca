import QuillonBridge
import QuillonFusion
import QuillonLivePage
import QuillonRecognizer
import QuillonSerial
import QuillonSerialFormats
import QuillonSystem
import QuillonTraining
import QuillonVerification
import QuillonWire

@testable import QuillonTool

/// What boards send, on the host.

/// The bytes of any format through its decoder alone, the first byte selects it.
func decodeStream(_ choices: inout Choices) {
  let formats = SerialFormat.allCases
  let format = formats[Int(choices.byte()) % formats.count]
  let bytes = choices.rest()
  let outcome = bytes.withUnsafeBufferPointer {
    StreamReplay(Stream(bytes: $0), format: format, length: UInt32($0.count))
  }
  precondition(Int(outcome.rejected) <= bytes.count, "a byte was counted twice")
}

private struct Stream: ReplayedStream {
  let bytes: UnsafeBufferPointer<UInt8>

  func byte(at index: UInt32) -> UInt8 { bytes[Int(index)] }
}

/// A board of another make: its format found out, its samples put together, timed, resampled and recognized, reported and
/// recorded.
func followBoard(_ choices: inout Choices) {
  let (options, name) = (choices.byte(), choices.one(of: EncodedText.formats))
  var bytes: [UInt8]
  if options & 1 == 0 {
    bytes = Array(EncodedText.sound(name).prefix(12_000))
    guard !bytes.isEmpty else { return }
    // What is left of the input spoils it.
    let pace = choices.word()
    while !choices.isExhausted {
      let place = Int(choices.word() % UInt32(bytes.count))
      let content = (0..<1 + choices.index(below: 8)).map { _ in choices.byte() }
      bytes.replaceSubrange(
        place..<min(place + (options & 2 == 0 ? content.count : 0), bytes.count), with: content)
    }
    choices = Choices((0..<4).map { UInt8(truncatingIfNeeded: pace >> (8 * $0)) })
  } else {
    let pace = choices.word()
    bytes = choices.rest()
    choices = Choices((0..<4).map { UInt8(truncatingIfNeeded: pace >> (8 * $0)) })
  }
  var detector = FormatDetector()
  detector.push(bytes.prefix(2_048))
  let format = options & 4 == 0 ? BoardFormat.named(name) : detector.best?.format
  guard let format else { return }
  let stream = StreamOptions(
    format, rate: options & 8 == 0 ? nil : choices.one(of: [20, 100, 2_000]),
    pen: [.automatic, .motion, .given, .raw][Int(options >> 4 & 3)])
  converse(bytes, &choices, stream: stream)
}

/// A sketch that prints lines of numbers in one of many shapes, with other text and damage between them: found out, followed, and decoded from
/// a file. Other text never ends the samples.
func followLines(_ choices: inout Choices) {
  let (pace, options) = ((0..<4).map { _ in choices.byte() }, choices.byte())
  if options & 1 == 0 {
    let (text, stray) = (LineText(&choices), LineText.stray(&choices))
    expectSamples(of: text, after: stray)
  }
  let bytes = LineText.stream(&choices)
  if options & 2 != 0 {
    let file = Workspace.write(bytes, to: "lines.txt")
    Workspace.run(["decode", file] + (options & 4 == 0 ? [] : ["--explain", "--json"]))
  }
  choices = Choices(pace)
  converse(bytes, &choices, stream: StreamOptions(.columns))
}

/// After lines of a known shape and any other line, lines of the same shape are read as before.
private func expectSamples(of text: LineText, after stray: String) {
  var decoder = BoardFormat.columns.makeDecoder()
  func count(_ text: String) -> Int {
    var count = 0
    for byte in text.utf8 {
      decoder.push(byte)
      while let reading = decoder.next() { count += reading.isEmpty ? 0 : 1 }
    }
    return count
  }
  func samples(_ range: Range<Int>) -> String { range.map { text.sample($0) }.joined() }
  let before = count(text.header + samples(0..<100))
  _ = count(stray + "\n")
  let after = count(samples(101..<201))
  precondition(
    before < 50 || 2 * after > before, "\(before) samples before \(stray), \(after) after it")
}

/// A board of this project's, which may recognize by itself and be taught.
func followPackets(_ choices: inout Choices) {
  let pace = (0..<4).map { _ in choices.byte() }
  let kind = choices.byte()
  let written = kind & 2 == 0 ? [] : EncodedText.sound("quillon")
  let bytes = written + (kind & 1 == 1 ? choices.rest() : EncodedText.packets(&choices))
  choices = Choices(pace)
  converse(bytes, &choices, stream: nil)
}

/// Hands the bytes to a bridge with all that listens to it; `choices` determine when they come, and a person's input.
private func converse(_ bytes: [UInt8], _ choices: inout Choices, stream: StreamOptions?) {
  guard let training = personalTraining,
    let person = PersonalModel(
      training.model.model, labels: training.model.labels,
      margin: training.margin,
      metric: training.metric,
      owner: training),
    let recorder = try? TraceRecorder(to: OutputFile(Workspace.vacant("recorded.out")), label: "A"),
    var reports = try? [
      LetterReport(.text, output: { _ in }), LetterReport(.json, output: { _ in }),
      LetterReport(.csv, output: { _ in }),
    ]
  else { return }
  let page = LoadedModel(.packed(training.model), name: "built in")
  let bridge = Bridge(
    model: page.letterModel, labels: page.labels, owner: page.owner, stream: stream)
  bridge.person = person
  bridge.boardTraining = BoardTraining(person)
  let session = LiveSession(source: PageSource(words: "fuzz"), model: page, folder: nil)
  let (size, step) = (
    1 + Int(choices.byte()),
    choices.one(of: [1_000_000, 0, 10_000_000, 90_000_000, 1 << 40]) as UInt64
  )
  let (isTeaching, start) = (choices.flag(), choices.flag() ? 1_000 : UInt64.max - 50_000_000)
  let parts = stride(from: 0, to: bytes.count, by: size).map {
    Array(bytes[$0..<min($0 + size, bytes.count)])
  }
  // The host speaks between two reads of a board that may be taught; of others the time of arrival counts.
  let line = PlayedLine(stream == nil ? parts : [])
  let earlier =
    stream == nil
    ? []
    : parts.enumerated().map {
      ReceivedBytes(arrival: start &+ UInt64($0) &* step, bytes: $1)
    }
  session.feed.append(.open)
  do {
    _ = try bridge.run(line, after: earlier) { event in
      try recorder.record(event, findsPenByMotion: bridge.findsPenByMotion)
      for index in reports.indices { try reports[index].show(event) }
      session.feed.append(event)
      if isTeaching, case .letter = event { bridge.teach("B") { _ in } }
      if isTeaching, case .status = event { bridge.undoTrainingUpdate { _ in } }
    }
    session.feed.update(bridge.summary)
    for index in reports.indices { try reports[index].show(bridge.summary) }
  } catch let error as EncodingError {
    fatalError("what is told is no JSON: \(error)")
  } catch {}
  Page.wait { await session.tick() }
}

/// A line that brings one part at each read, and ends.
private final class PlayedLine: ByteTransport, @unchecked Sendable {
  let path = "/dev/null"
  private var parts: ArraySlice<[UInt8]>

  init(_ parts: [[UInt8]]) { self.parts = parts[...] }

  func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Duration) -> ReadOutcome {
    guard let part = parts.popFirst() else { return .ended }
    buffer.copyBytes(from: part)
    return .bytes(part.count)
  }

  func write(_ bytes: UnsafeRawBufferPointer, timeout: Duration) -> WriteOutcome { .written }

  func close() {}
}

/// Firmware that can be taught: samples, commands, models, training updates and metrics, from the line to the answer.
func handlePackets(_ choices: inout Choices) {
  let memory = UnsafeMutableRawPointer.allocate(byteCount: OnDeviceTrainer.memorySize, alignment: 8)
  defer { memory.deallocate() }
  var decoder = PacketDecoder()
  var trainer = OnDeviceTrainer()
  var recognizer = SequenceRecognizer()
  var (calibration, encoder, answer) = (SensorCalibration(), PacketEncoder(), PacketBytes())
  trainer.begin(PackedModel.builtIn, memory: memory, &recognizer)
  let model = choices.flag() ? EncodedText.handover(of: ModelText.packed(&choices)) : []
  for byte in model + EncodedText.packets(&choices) {
    guard case .packet(let packet) = decoder.pushAtBoard(byte) else { continue }
    switch packet.message {
    case .sample(var sample):
      calibration.apply(to: &sample)
      guard let event = recognizer.push(sample) else { continue }
      _ = trainer.classify(event, &recognizer)
    case .calibration(let correction): calibration.adopt(correction)
    case .settings(let settings): recognizer.adopt(settings)
    default:
      guard let reply = trainer.handle(packet.message, &recognizer) else { continue }
      encoder.encode(reply, time: 0, into: &answer)
    }
  }
}
