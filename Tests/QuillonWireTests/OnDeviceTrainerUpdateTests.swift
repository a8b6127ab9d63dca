import QuillonConversions
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

/// What firmware learns of a person, and that it learns what the host's own layer would.
@Suite struct OnDeviceTrainerUpdateTests {
  private static let model = PackedModel.builtIn
  private static let labels = PackedModel.builtIn.labels

  /// What spares other people's letters.
  private static func trainingUpdates() throws -> PersonalTraining {
    var known: [NetworkLetter] = []
    for seed in UInt64(1)...4 {
      for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
        known += NetworkLetter.letters(
          of: [try AirWriter(seed: seed).ink(of: letter)], featureSet: .airPath)
      }
    }
    return try #require(
      PersonalTraining(try NetworkModel(model, name: "test"), sparing: known))
  }

  /// A metric as it travels.
  private static func bytes(_ metric: ActivationMetric) -> [UInt8] {
    var (bytes, checksum) = ([UInt8](), CRC32())
    for index in 0..<model.hiddenCount * model.hiddenCount {
      let word = UInt16(bitPattern: metric[index])
      bytes += [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)]
    }
    checksum.update(model.modelID)
    for byte in bytes { checksum.update(byte) }
    return bytes + (0..<4).map { UInt8(truncatingIfNeeded: checksum.value >> (8 * $0)) }
  }

  /// A person whose lines run up steeply.
  private static func samples(_ text: String, seed: UInt64) throws -> [InertialSample] {
    var writer = AirWriter(seed: seed)
    writer.style.rotation = 0.75
    return SensorErrors.phone.apply(to: try writer.trace(of: text), seed: seed)
      .replaySamples.map(\.sample)
  }

  private static func label(_ letter: Character) -> UInt8 {
    UInt8(labels.firstIndex(of: String(letter)) ?? 255)
  }

  /// Teaches what the last letter was meant to be.
  private func teach(
    _ board: TrainerBoard, _ letter: Character, margin: Fixed<12> = Fixed(2)
  ) -> TrainerReply? {
    board.ask(
      .learn(
        label: Self.label(letter), after: board.ask(.state)?.trainingUpdates ?? 0,
        modelID: board.modelID, margin: margin))
  }

  /// Letters that are read wrong are corrected once; the board's classifications are those of the host's layer after the same
  /// training updates, bit for bit, and so are its weights.
  @Test func theBoardLearnsAsTheHostDoes() throws {
    let trainingUpdates = try Self.trainingUpdates()
    var (wrong, right) = (0, 0)
    for seed in UInt64(31)..<37 {
      let board = TrainerBoard()
      #expect(
        board.take(.metric, Self.bytes(trainingUpdates.metric), modelID: Self.model.modelID)?
          .outcome == .done)
      #expect(board.ask(.state)?.hasMetric == true)
      guard var layer = PersonalLayer<4096, 41>(Self.model) else { return }
      var recognizer = Recognizer(model: Self.model)
      var taught = 0
      for letter in "ABEHKNRTZ" {
        for sample in try Self.samples(String(letter), seed: seed) {
          let event = recognizer.push(sample)
          let told = board.push(sample)
          guard case .classification(let model) = event,
            case .classification(let classification) = told
          else {
            #expect(event == told)
            continue
          }
          var features = recognizer.packedFeatures()
          let expected = layer.classification(Self.model, on: &features)
          #expect(classification == expected, "seed \(seed), \(letter)")
          if taught == 0 { #expect(classification == model, "before the first lesson") }
          guard classification.label != Self.label(letter) else { continue }
          wrong += 1
          let outcome = layer.learn(
            Self.model, &features, as: Int(Self.label(letter)), margin: trainingUpdates.margin,
            metric: trainingUpdates.metric)
          #expect(outcome == .learned)
          let reply = teach(board, letter, margin: trainingUpdates.margin)
          taught += 1
          #expect(reply?.outcome == .done && reply?.trainingUpdates == UInt16(taught))
          if reply?.subject == Self.label(letter) { right += 1 }
        }
      }
      guard taught > 0 else { continue }
      let weights = layer.withWeights { Array($0) }
      let told = try #require(board.trainingUpdates())
      #expect(told.count == 2 * weights.count + 6)
      for index in weights.indices {
        let word = UInt16(told[2 * index + 2]) | UInt16(told[2 * index + 3]) << 8
        #expect(Int16(bitPattern: word) == weights[index], "seed \(seed), weight \(index)")
      }
    }
    #expect(wrong >= 8, "only \(wrong) letters were read wrong")
    #expect(right == wrong, "\(right) of \(wrong)")
  }

  @Test func undoTakesTheLastTrainingUpdateBackBitForBit() throws {
    let samples = try Self.samples("Z", seed: 31)
    let board = TrainerBoard()
    let shipped = board.classifications(on: samples)
    #expect(teach(board, "X")?.outcome == .done)
    let once = try #require(board.trainingUpdates())
    let taught = board.classifications(on: samples)
    #expect(taught.map(\.label) == [Self.label("X")] && taught != shipped)
    #expect(teach(board, "Q")?.outcome == .done)
    #expect(board.classifications(on: samples).map(\.label) == [Self.label("Q")])
    #expect(board.ask(.undo(after: 2))?.outcome == .done)
    #expect(board.trainingUpdates() == once)
    #expect(board.classifications(on: samples) == taught)
    #expect(board.ask(.undo(after: 1))?.outcome == .nothingToUndo, "only the last one")
    #expect(board.classifications(on: samples) == taught)
    #expect(board.take(.trainingUpdates, [], modelID: 0)?.outcome == .done, "all of them")
    #expect(board.classifications(on: samples) == shipped && board.trainingUpdates() == nil)
  }

  /// A message that comes twice, because its answer was lost, does nothing twice.
  @Test func nothingIsLearnedTwice() throws {
    let board = TrainerBoard()
    _ = board.classifications(on: try Self.samples("Z", seed: 31))
    let request = TrainerRequest.learn(
      label: Self.label("X"), after: 0, modelID: board.modelID, margin: Fixed(2))
    #expect(board.ask(request)?.outcome == .done)
    let once = board.trainingUpdates()
    let again = board.ask(request)
    #expect(again?.outcome == .outOfStep && again?.trainingUpdates == 1)
    #expect(board.trainingUpdates() == once)
    #expect(board.ask(.undo(after: 1))?.outcome == .done)
    let later = board.ask(.undo(after: 1))
    #expect(later?.outcome == .outOfStep && later?.trainingUpdates == 0)
  }

  @Test func whatCantBeLearnedIsTold() throws {
    let board = TrainerBoard()
    #expect(teach(board, "X")?.outcome == .noLetter)
    #expect(board.ask(.undo(after: 0))?.outcome == .nothingToUndo)
    _ = board.classifications(on: try Self.samples("Z", seed: 31))
    #expect(teach(board, "§")?.outcome == .unknownLabel)
    let other = TrainerRequest.learn(label: 0, after: 0, modelID: 5, margin: Fixed(2))
    #expect(board.ask(other)?.outcome == .otherModel)
    #expect(teach(board, "X")?.outcome == .done)
    #expect(teach(board, "X", margin: .zero)?.outcome == .known)
    #expect(board.ask(.give(.model, offset: 0))?.outcome == .absent)
    // With another model all of it is forgotten.
    let reduced = ReducedModel.network
    #expect(board.take(.model, reduced.bytes, modelID: reduced.model.modelID)?.trainingUpdates == 0)
    #expect(teach(board, "X")?.outcome == .noLetter)
  }

  /// What a board has learned goes to another one, or to itself after a restart; damaged it counts for nothing.
  @Test func lessonsAreGivenAndTaken() throws {
    let samples = try Self.samples("ZT", seed: 31)
    let board = TrainerBoard()
    let shipped = board.classifications(on: samples)
    #expect(teach(board, "X")?.outcome == .done)
    let taught = board.classifications(on: samples)
    let bytes = try #require(board.trainingUpdates())
    let again = TrainerBoard()
    #expect(again.take(.trainingUpdates, bytes, modelID: Self.model.modelID)?.trainingUpdates == 1)
    #expect(again.classifications(on: samples) == taught && again.trainingUpdates() == bytes)
    #expect(again.ask(.undo(after: 1))?.outcome == .nothingToUndo)

    let seed: UInt64 = 81
    var random = SeededRandom(seed: seed)
    for trial in 0..<60 {
      var damaged = bytes
      let bit = random.index(below: 8 * bytes.count)
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let reply = again.take(.trainingUpdates, damaged, modelID: Self.model.modelID)
      #expect(
        reply?.outcome == .damaged && reply?.trainingUpdates == 0, "seed \(seed) trial \(trial)")
    }
    #expect(again.classifications(on: samples) == shipped)
  }

  /// A training update ends what was being handed over: a piece that comes late changes nothing.
  @Test func aTrainingUpdateIsNotOverwrittenByLatePieces() throws {
    let board = TrainerBoard()
    _ = board.classifications(on: try Self.samples("Z", seed: 31))
    #expect(teach(board, "X")?.outcome == .done)
    let bytes = try #require(board.trainingUpdates())
    let size = UInt16(bytes.count)
    #expect(
      board.ask(.receive(.trainingUpdates, size: size, modelID: board.modelID))?.outcome == .waiting
    )
    #expect(teach(board, "Q")?.outcome == .done)
    let taught = board.trainingUpdates()
    var chunk = Chunk(of: .trainingUpdates, at: 0)
    for byte in bytes.prefix(40) { chunk.append(byte ^ 0x55) }
    guard case .reply(let reply) = board.handle(.chunk(chunk)) else { return }
    #expect(reply.outcome == .absent)
    #expect(board.trainingUpdates() == taught)
  }

  /// The layer has its room in the memory.
  @Test func theMemoryIsEnough() {
    let rest =
      OnDeviceTrainer.memorySize - OnDeviceTrainer.modelCapacity - OnDeviceTrainer.metricCapacity
    #expect(MemoryLayout<PersonalLayer<1_728, 41>>.size <= rest)
  }

  /// A checksum is of what was given: when a training update comes in between, it fits nothing.
  @Test func lessonsThatChangeMeanwhileAreNoticed() throws {
    let board = TrainerBoard()
    _ = board.classifications(on: try Self.samples("Z", seed: 31))
    #expect(teach(board, "X")?.outcome == .done)
    var (bytes, asked) = ([UInt8](), 0)
    while case .chunk(var chunk) = board.handle(
      .request(.give(.trainingUpdates, offset: UInt16(bytes.count))))
    {
      guard chunk.count > 0 else { break }
      for index in 0..<Int(chunk.count) { bytes.append(chunk[index]) }
      asked += 1
      if asked == 20 { #expect(teach(board, "Q")?.outcome == .done) }
    }
    let whole = try #require(board.trainingUpdates())
    #expect(bytes.count == whole.count && bytes.suffix(4) != whole.suffix(4))
    #expect(
      TrainerBoard().take(.trainingUpdates, bytes, modelID: Self.model.modelID)?.outcome == .damaged
    )
  }
}
