import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import QuillonTraining
import QuillonWire
import TestSupport
import Testing

/// A model that is handed over to firmware, piece by piece.
@Suite struct OnDeviceTrainerTests {
  private static let shipped = PackedModel.builtIn
  private static let other = ReducedModel.network.model

  private static func samples(_ text: String, seed: UInt64 = 5) throws -> [InertialSample] {
    SensorErrors.phone.apply(to: try AirWriter(seed: seed).trace(of: text), seed: seed)
      .replaySamples.map(\.sample)
  }

  /// Letters are read by it as on the host, to the last bit, and by the firmware's own again when it is removed.
  @Test func aModelThatWasHandedOverReads() throws {
    let samples = try Self.samples("QUILLON")
    let (before, after) = (
      Self.shipped.classifications(on: samples), Self.other.classifications(on: samples)
    )
    try #require(before.count == 7 && before != after)
    let board = TrainerBoard()
    #expect(board.classifications(on: samples) == before)
    let reply = board.take(.model, Self.other.fileBytes, modelID: Self.other.modelID)
    #expect(reply?.outcome == .done && reply?.isModelSent == true)
    #expect(reply?.modelID == Self.other.modelID && board.modelID == Self.other.modelID)
    #expect(board.classifications(on: samples) == after)
    #expect(board.ask(.receive(.model, size: 0, modelID: 0))?.outcome == .done)
    #expect(board.modelID == Self.shipped.modelID)
    #expect(board.classifications(on: samples) == before)
  }

  /// A bit that is wrong anywhere, and the firmware's own model goes on.
  @Test func aDamagedModelIsRefused() throws {
    let samples = try Self.samples("A")
    let before = Self.shipped.classifications(on: samples)
    let seed: UInt64 = 71
    var random = SeededRandom(seed: seed)
    let board = TrainerBoard()
    let sound = Self.other.fileBytes
    for trial in 0..<300 {
      var bytes = sound
      let bit = trial < 192 ? trial : random.index(below: 8 * bytes.count)
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let outcome = board.take(.model, bytes, modelID: Self.other.modelID)?.outcome
      #expect(
        [.damaged, .unsound, .wrongSize].contains(outcome), "seed \(seed) trial \(trial) bit \(bit)"
      )
      #expect(board.modelID == Self.shipped.modelID, "seed \(seed) trial \(trial) bit \(bit)")
    }
    // Another model than was announced.
    #expect(board.take(.model, sound, modelID: 7)?.outcome == .damaged)
    #expect(board.classifications(on: samples) == before)
  }

  /// What is sound, but of no use here.
  @Test func whatDoesNotFitIsRefused() throws {
    let board = TrainerBoard()
    let large = UInt16(OnDeviceTrainer.modelCapacity + 1)
    #expect(board.ask(.receive(.model, size: large, modelID: 1))?.outcome == .wrongSize)
    for featureSet in [FeatureSet.zones, .path] {
      let row = Array(repeating: Int8(1), count: featureSet.count)
      let model = ModelPacker.bytes(
        ModelPacker.Header(
          featureSet: featureSet, labels: ["A", "B"], origin: "", hiddenShift: 0,
          scoreStep: Fixed(bits: 1)),
        layers: [ModelPacker.Layer(rows: [row, row], biases: [0, 0])])
      let modelID = try NetworkModel(model, name: "\(featureSet)").model.modelID
      #expect(board.take(.model, model, modelID: modelID)?.outcome == .unsuitable)
    }
    #expect(board.take(.trainingUpdates, [1, 2, 3], modelID: 1)?.outcome == .otherModel)
    #expect(board.take(.metric, [1, 2, 3], modelID: Self.shipped.modelID)?.outcome == .wrongSize)
    var chunk = Chunk(of: .metric, at: 0)
    chunk.append(1)
    guard case .reply(let reply) = board.handle(.chunk(chunk)) else {
      Issue.record("a piece is answered")
      return
    }
    #expect(reply.outcome == .absent, "nothing was begun")
    #expect(board.modelID == Self.shipped.modelID)
  }

  /// Pieces that come twice or too early are passed over, and the answer gives the place to continue.
  @Test func piecesOutOfOrderDoNoHarm() {
    let board = TrainerBoard()
    let bytes = Self.other.fileBytes
    let seed: UInt64 = 72
    var random = SeededRandom(seed: seed)
    var reply = board.ask(
      .receive(.model, size: UInt16(bytes.count), modelID: Self.other.modelID))
    var rounds = 0
    while let last = reply, last.outcome == .waiting, rounds < 10_000 {
      rounds += 1
      let offset =
        random.index(below: 2) == 0 ? Int(last.count) : random.index(below: bytes.count)
      var chunk = Chunk(of: .model, at: UInt16(offset))
      for byte in bytes[offset...].prefix(1 + random.index(below: 40)) { chunk.append(byte) }
      guard case .reply(let next) = board.handle(.chunk(chunk)) else { break }
      if offset != Int(last.count) { #expect(next.count == last.count, "seed \(seed)") }
      reply = next
    }
    #expect(reply?.outcome == .done, "seed \(seed) after \(rounds)")
    // The answer to the last piece may be lost: it is given again.
    var last = Chunk(of: .model, at: UInt16(bytes.count - 4))
    for byte in bytes.suffix(4) { last.append(byte) }
    guard case .reply(let again) = board.handle(.chunk(last)) else { return }
    #expect(again.outcome == .done && Int(again.count) == bytes.count)
  }

  /// A stroke that is being read is finished by the model that it was begun with.
  @Test func aStrokeIsReadByOneModel() throws {
    let samples = try Self.samples("A")
    let board = TrainerBoard()
    let bytes = Self.other.fileBytes
    var busy = 0
    var classifications: [Classification] = []
    for sample in samples {
      if case .classification(let classification) = board.push(sample) {
        classifications.append(classification)
      }
      guard board.isReading else { continue }
      busy += 1
      let size = UInt16(bytes.count)
      #expect(board.ask(.receive(.model, size: size, modelID: 1))?.outcome == .busy)
    }
    #expect(busy > 5)
    #expect(classifications == Self.shipped.classifications(on: samples))

    // All pieces but the last come before the stroke ends.
    _ = board.ask(.receive(.model, size: UInt16(bytes.count), modelID: Self.other.modelID))
    for offset in stride(from: 0, to: bytes.count, by: 40) {
      var chunk = Chunk(of: .model, at: UInt16(offset))
      for byte in bytes[offset...].prefix(40) { chunk.append(byte) }
      guard offset + 40 >= bytes.count else {
        _ = board.handle(.chunk(chunk))
        continue
      }
      for sample in samples where !board.isReading { _ = board.push(sample) }
      try #require(board.isReading)
      guard case .reply(let reply) = board.handle(.chunk(chunk)) else { return }
      #expect(reply.outcome == .busy)
      while board.isReading { _ = board.push(try #require(samples.last)) }
      guard case .reply(let later) = board.handle(.chunk(chunk)) else { return }
      #expect(later.outcome == .done && later.modelID == Self.other.modelID)
    }
  }

  /// Whatever a host sends, and letters in between: there is always a whole model in force.
  @Test func anyMessagesLeaveAWholeModel() throws {
    let seed: UInt64 = 73
    var random = SeededRandom(seed: seed)
    let samples = try Self.samples("AB")
    let board = TrainerBoard()
    let bytes = Self.other.fileBytes
    let whole = [Self.shipped.modelID, Self.other.modelID]
    var outcomes: Set<TrainerReply.Outcome> = []
    var next = 0
    func blob() -> BlobKind { BlobKind.allCases[random.index(below: 3)] }
    func size() -> UInt16 {
      [0, 2_086, 3_204, UInt16(bytes.count), UInt16(random.index(below: 65_536))][
        random.index(below: 5)]
    }
    func modelID() -> UInt32 {
      random.index(below: 8) == 0 ? UInt32(random.next() >> 32) : board.modelID
    }
    for round in 0..<60_000 {
      let message: Message
      switch random.index(below: 40) {
      case 0: message = .request(.receive(blob(), size: size(), modelID: modelID()))
      case 1: message = .request(.give(blob(), offset: size()))
      case 2, 3, 4:
        let margin = Fixed<12>(bits: Int32(truncatingIfNeeded: random.next()))
        let trainingUpdates = board.ask(.state)?.trainingUpdates ?? 0
        message = .request(
          .learn(
            label: UInt8(random.index(below: 32)), after: trainingUpdates, modelID: modelID(),
            margin: margin))
      case 5: message = .request(.undo(after: board.ask(.state)?.trainingUpdates ?? 0))
      default:
        // Mostly what it waits for.
        let isFit = random.index(below: 50) > 0
        let offset = isFit ? next : random.index(below: 9_000)
        var chunk = Chunk(of: isFit ? .model : blob(), at: UInt16(offset))
        for byte in bytes.dropFirst(offset).prefix(40) { chunk.append(byte) }
        message = .chunk(chunk)
      }
      if case .reply(let reply) = board.handle(message) {
        outcomes.insert(reply.outcome)
        if reply.outcome == .waiting { next = Int(reply.count) }
      }
      if round % 3 == 0 { _ = board.push(samples[round / 3 % samples.count]) }
      #expect(whole.contains(board.modelID), "seed \(seed) round \(round)")
    }
    #expect(outcomes.count > 8, "\(outcomes)")
  }
}
