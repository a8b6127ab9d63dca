import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSerial
import QuillonSimulator
import QuillonTraining
import QuillonWire
import TestSupport
import Testing

/// Lessons that go over the line, because the board reads the letters.
@Suite(.waiting) struct BoardTrainingTests {
  private static let model = PackedModel.builtIn
  private static let labels = PackedModel.builtIn.labels

  private static func personal(_ packed: PackedModel = model) throws -> PersonalModel {
    let model = try NetworkModel(packed, name: "test")
    var known: [NetworkLetter] = []
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
      known += NetworkLetter.letters(
        of: [try AirWriter(seed: 1).ink(of: letter)], featureSet: model.model.featureSet)
    }
    let trainingUpdates = try #require(PersonalTraining(model, sparing: known))
    return try #require(
      PersonalModel(
        model.model, labels: model.labels, margin: trainingUpdates.margin,
        metric: trainingUpdates.metric,
        owner: trainingUpdates))
  }

  private static func samples(_ text: String) throws -> [InertialSample] {
    var writer = AirWriter(seed: 31)
    writer.style.rotation = 0.75
    writer.style.wobble = 0
    return SensorErrors.phone.apply(to: try writer.trace(of: text), seed: 31)
      .replaySamples.map(\.sample)
  }

  private static func bridge(_ person: PersonalModel) -> Bridge {
    let bridge = Bridge(model: .packed(model), labels: labels)
    bridge.boardTraining = BoardTraining(person)
    return bridge
  }

  private static func hello(_ modelID: UInt32) -> Message {
    .hello(
      Hello(
        board: BoardName("test"), firmware: FirmwareVersion(1, 0, 0), sampleRate: 0,
        modelID: modelID))
  }

  /// Follows the line until the board has had time for what is under way.
  private func follow(
    _ bridge: Bridge, _ line: some ByteTransport, until isOver: () -> Bool
  ) -> [Letter] {
    var letters: [Letter] = []
    let deadline = ContinuousClock.now + .seconds(20)
    _ = bridge.run(line, isCancelled: { isOver() || .now > deadline }) { event in
      if case .letter(let letter) = event { letters.append(letter) }
    }
    return letters
  }

  /// What the board learned is what the host would have learned, is fetched, undone, and handed over again after a
  /// restart.
  @Test func aTrainingUpdateGoesToTheBoardAndComesBack() throws {
    let samples = try Self.samples("Z")
    let (person, local) = (try Self.personal(), try Self.personal())
    let shipped = person.weights
    let bridge = Self.bridge(person)
    let board = TrainerBoard()
    let line = TrainerLine(to: board)
    line.say(Self.hello(Self.model.modelID))
    let classification = try #require(board.classifications(on: samples).first)
    line.say(.classification(classification))
    var outcomes: [PersonalModel.Outcome] = []
    var count = 0
    let letters = follow(bridge, line) {
      // Once, after the letter has been reported.
      count += 1
      if count == 2_000 {
        bridge.teach("NOTHING") { outcomes.append($0) }
        bridge.undoTrainingUpdate { outcomes.append($0) }
        bridge.teach("X") { outcomes.append($0) }
      }
      return outcomes.count == 3
    }
    #expect(letters.map(\.source) == [.board])
    #expect(outcomes == [.unknownLabel, .nothingToUndo, .learned])
    let ink = try #require(Self.features(of: samples))
    #expect(local.learn(ink, as: "X") == .learned)
    #expect(person.weights == local.weights && person.weights != shipped)
    #expect(person.trainingUpdates == 1)
    #expect(board.classifications(on: samples).first.map { Self.labels[Int($0.label)] } == "X")

    // A restart: the bridge hands it over again, also to a board that is busy for longer than a transaction waits.
    let restarted = TrainerBoard()
    let second = TrainerLine(to: nil)
    let end = ContinuousClock.now + .seconds(4)
    let later = Self.bridge(person)
    second.say(Self.hello(Self.model.modelID))
    var handover: BoardTraining.Handover?
    _ = follow(later, second) {
      if ContinuousClock.now > end { second.board = restarted }
      handover = later.boardTraining?.handover
      return handover != nil
    }
    #expect(handover == .accepted(1))
    #expect(restarted.classifications(on: samples) == board.classifications(on: samples))
  }

  /// The numbers of the letter, as the host makes them.
  private static func features(
    of samples: [InertialSample], by model: PackedModel = model
  ) -> FeatureVector? {
    var recognizer = Recognizer(model: model)
    for sample in samples {
      if case .classification = recognizer.push(sample) { return recognizer.packedFeatures() }
    }
    return nil
  }

  /// Undone, the first training update leaves the model as it was shipped.
  @Test func undoGoesToTheBoardToo() throws {
    let person = try Self.personal()
    let shipped = person.weights
    let bridge = Self.bridge(person)
    let board = TrainerBoard()
    let line = TrainerLine(to: board)
    line.say(Self.hello(Self.model.modelID))
    line.say(.classification(try #require(board.classifications(on: try Self.samples("Z")).first)))
    var outcomes: [PersonalModel.Outcome] = []
    var count = 0
    _ = follow(bridge, line) {
      count += 1
      if count == 2_000 {
        bridge.teach("X") { outcomes.append($0) }
        bridge.undoTrainingUpdate { outcomes.append($0) }
      }
      return outcomes.count == 2
    }
    #expect(outcomes == [.learned, .undone])
    #expect(person.weights == shipped && person.trainingUpdates == 0)
    #expect(board.trainingUpdates() == nil)
  }

  /// Whoever joins after the hello asks which model the board reads by, and then knows its labels.
  @Test func aBoardThatIsJoinedLaterTellsItsModel() throws {
    let bridge = Bridge(model: .packed(Self.model), labels: Self.labels)
    let board = TrainerBoard()
    let line = TrainerLine(to: board)
    let classification = try #require(board.classifications(on: try Self.samples("Z")).first)
    line.say(.classification(classification))
    line.say(.status(Status()))
    var count = 0
    let letters = follow(bridge, line) {
      count += 1
      if count == 2_000 { line.say(.classification(classification)) }
      return count == 4_000
    }
    #expect(
      letters.map(\.label) == ["#\(classification.label)", Self.labels[Int(classification.label)]])
  }

  /// A board that was busy when it was asked first is asked again when there is something to learn.
  @Test func aBoardThatWasBusyIsAskedAgain() throws {
    let bridge = Self.bridge(try Self.personal())
    let board = TrainerBoard()
    let line = TrainerLine(to: nil)
    line.say(Self.hello(Self.model.modelID))
    line.say(.classification(try #require(board.classifications(on: try Self.samples("Z")).first)))
    var outcomes: [PersonalModel.Outcome] = []
    var hasAsked = false
    _ = follow(bridge, line) {
      if bridge.boardTraining?.hasBegun == true, !hasAsked {
        hasAsked = true
        bridge.teach("X") { outcomes.append($0) }
      }
      if outcomes.count == 1, line.board == nil {
        line.board = board
        bridge.teach("X") { outcomes.append($0) }
      }
      return outcomes.count == 2
    }
    #expect(outcomes == [.notTeachable, .learned])
  }

  /// A board that goes by another model is not taught, nor is one that does not answer.
  @Test func whyNothingIsLearnedIsTold() throws {
    for (board, expected) in [
      (TrainerBoard(), PersonalModel.Outcome.otherModel), (nil, .notTeachable),
    ] {
      let bridge = Self.bridge(try Self.personal(PackedModel.air))
      let line = TrainerLine(to: board)
      line.say(Self.hello(Self.model.modelID))
      var outcomes: [PersonalModel.Outcome] = []
      var hasAsked = false
      _ = follow(bridge, line) {
        if !hasAsked, bridge.boardTraining?.hasBegun == true {
          hasAsked = true
          bridge.teach("A") { outcomes.append($0) }
        }
        return outcomes.count == 1
      }
      #expect(outcomes == [expected])
    }
  }

  /// Training updates stay on the host if they belong to another model than the board's.
  @Test func trainingUpdatesOfAnotherModelAreNotHandedOver() throws {
    let person = try Self.personal(PackedModel.air)
    let features = try #require(Self.features(of: try Self.samples("Z"), by: PackedModel.air))
    #expect(person.learn(features, as: "X") == .learned)
    let board = TrainerBoard()
    let bridge = Self.bridge(person)
    let line = TrainerLine(to: board)
    line.say(Self.hello(Self.model.modelID))
    var handover: BoardTraining.Handover?
    _ = follow(bridge, line) {
      handover = bridge.boardTraining?.handover
      return handover != nil
    }
    #expect(handover == .otherModel)
    #expect(board.trainingUpdates() == nil)
  }

  /// A board that waits for more than the metric has does not end a bridge that teaches.
  @Test func aBoardThatCountsMoreThanWasSentEndsNoBridge() throws {
    let bridge = Self.bridge(try Self.personal())
    var asked = 0
    let line = ScriptedLine { message in
      guard case .request(let request) = message else { return [] }
      asked += 1
      let verb = request.verb
      return [
        .reply(
          TrainerReply(
            verb, verb == .receive ? .waiting : .done, subject: BlobKind.metric.rawValue,
            isModelSent: false, hasMetric: false, trainingUpdates: 0, count: .max,
            modelID: Self.model.modelID))
      ]
    }
    line.say(Self.hello(Self.model.modelID))
    var rounds = 0
    _ = follow(bridge, line) {
      rounds += asked >= 2 ? 1 : 0
      return rounds == 1_000
    }
    #expect(asked == 2, "the state, and the metric")
  }
}
