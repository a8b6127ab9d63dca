import CQuillonAllocationCounter
import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import QuillonSerial
import QuillonSimulator
import QuillonSystem
import QuillonTraining
import TestSupport
import Testing

/// What a person teaches the bridge while it runs.
@Suite struct PersonalModelTests {
  /// A model of the tool's own, and what its training updates spare: other people's ink.
  private static func personal(_ packed: PackedModel) throws -> PersonalModel {
    let model = try NetworkModel(packed, name: "test")
    var known: [NetworkLetter] = []
    for seed in UInt64(1)...6 {
      for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
        known += NetworkLetter.letters(
          of: [try AirWriter(seed: seed).ink(of: letter)], featureSet: model.model.featureSet)
      }
    }
    let training = try #require(PersonalTraining(model, sparing: known))
    return try #require(
      PersonalModel(
        model.model, labels: model.labels, margin: training.margin,
        metric: training.metric,
        owner: training))
  }

  /// A person who writes in an odd way: lines run up steeply.
  private static func samples(_ text: String, seed: UInt64) throws -> [InertialSample] {
    var writer = AirWriter(seed: seed)
    writer.style.rotation = 0.75
    return SensorErrors.phone.apply(to: try writer.trace(of: text), seed: seed)
      .replaySamples.map(\.sample)
  }

  /// The letters that a bridge reads on a virtual board; `heard` gets each of them at once.
  private func letters(
    _ samples: [InertialSample], person: PersonalModel?,
    _ heard: (Bridge, Letter) -> Void = { _, _ in }
  ) throws -> [Letter] {
    let model = PackedModel.simulatedAir
    let labels = PackedModel.simulatedAir.labels
    let bridge = Bridge(model: .packed(model), labels: labels)
    bridge.person = person
    let board = try VirtualBoard(BoardScript(samples: samples, pacing: .unpaced))
    let player = Worker { board.run() }
    let port = try openTransport(path: board.path, baud: 115_200, dtr: .automatic)
    defer { port.close() }
    var letters: [Letter] = []
    _ = bridge.run(port) { event in
      guard case .letter(let letter) = event else { return }
      letters.append(letter)
      heard(bridge, letter)
    }
    _ = try player.result()
    return letters
  }

  /// Whoever has taught nothing gets the model's own classifications, bit for bit.
  @Test func withoutTrainingUpdatesNothingChanges() throws {
    let samples = try Self.samples("QUILLON", seed: 31)
    let person = try Self.personal(PackedModel.simulatedAir)
    #expect(try letters(samples, person: person) == letters(samples, person: nil))
  }

  /// Letters that are read wrong are corrected once, and from then on read right; other letters stay as they
  /// were, and the model's own classifications do, too.
  @Test func whatWasWrongIsRightAfterATrainingUpdate() throws {
    var (wrong, rightAfterwards) = (0, 0)
    for seed in UInt64(31)..<41 {
      let person = try Self.personal(PackedModel.simulatedAir)
      let samples = try Self.samples("ABEHKNRTZ", seed: seed)
      let before = try letters(samples, person: nil)
      var written = Array("ABEHKNRTZ")
      var taught: [Int] = []
      _ = try letters(samples, person: person) { bridge, letter in
        let meant = String(written.removeFirst())
        guard letter.label != meant else { return }
        taught.append(8 - written.count)
        #expect(bridge.teach(meant) == .learned, "seed \(seed), \(meant)")
      }
      let after = try letters(samples, person: person)
      for index in taught {
        wrong += 1
        if after[index].label == String(Array("ABEHKNRTZ")[index]) { rightAfterwards += 1 }
      }
      #expect(person.trainingUpdates == taught.count)
      #expect(try letters(samples, person: nil) == before, "the model stays as it is")
    }
    #expect(wrong >= 12, "only \(wrong) letters were read wrong")
    #expect(Double(rightAfterwards) >= 0.9 * Double(wrong), "\(rightAfterwards) of \(wrong)")
  }

  /// What one person's training updates leave of other people's letters.
  @Test func ordinaryLettersAreSpared() throws {
    let model = try NetworkModel(PackedModel.simulatedAir, name: "test")
    var ordinary: [NetworkLetter] = []
    for seed in UInt64(7_001)...7_020 {
      for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
        ordinary += NetworkLetter.letters(
          of: [try AirWriter(seed: seed).ink(of: letter)], featureSet: .airPath)
      }
    }
    func right(_ classification: (NetworkLetter) -> Classification) -> Int {
      ordinary.count { model.labels[Int(classification($0).label)] == $0.label }
    }
    let before = right { model.classification(on: $0) }
    var after: [Int] = []
    for seed in UInt64(31)..<41 {
      let person = try Self.personal(PackedModel.simulatedAir)
      var written = Array("ABEHKNRTZ")
      _ = try letters(try Self.samples("ABEHKNRTZ", seed: seed), person: person) { bridge, letter in
        let meant = String(written.removeFirst())
        if letter.label != meant { _ = bridge.teach(meant) }
      }
      after.append(right { person.classification(on: $0.vector(.airPath)) })
    }
    let lost = Double(10 * before - after.reduce(0, +)) / Double(10 * ordinary.count)
    #expect(before > 500, "\(before) of \(ordinary.count)")
    #expect(lost < 0.02, "\(before) before, \(after) after training")
    print("training: others' letters \(before) of \(ordinary.count) before, \(after) after")
  }

  @Test func undoTakesTheLastTrainingUpdateBackBitForBit() throws {
    let person = try Self.personal(PackedModel.simulatedAir)
    let shipped = person.weights
    #expect(person.undo() == .nothingToUndo)
    var trainingUpdates: [[Int16]] = []
    _ = try letters(try Self.samples("AB", seed: 31), person: person) { bridge, _ in
      trainingUpdates.append(person.weights)
      #expect(bridge.teach("§") == .unknownLabel)
      #expect(bridge.teach("X") == .learned)
    }
    #expect(
      trainingUpdates[0] == shipped && trainingUpdates[1] != shipped
        && person.weights != trainingUpdates[1])
    #expect(person.undo() == .undone)
    #expect(person.weights == trainingUpdates[1] && person.trainingUpdates == 1)
    #expect(person.undo() == .nothingToUndo)
    #expect(person.weights == trainingUpdates[1])
  }

  /// The nearest rival of what is meant may be the output for no letter: a training update then changes that one too, and
  /// undo and file have to know.
  @Test func theOutputForNoLetterIsTakenBackAndKept() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("person-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (person, again) = (
      try Self.personal(PackedModel.air), try Self.personal(PackedModel.air)
    )
    var random = SeededRandom(seed: 61)
    var count = 0
    for _ in 0..<200 where count < 10 {
      var features = FeatureVector()
      for _ in 0..<FeatureSet.airPath.count {
        features.append(Int32(random.index(below: 32_768)) - 16_384)
      }
      let before = person.classification(on: features)
      guard before.margin < .zero else { continue }
      count += 1
      #expect(person.learn(features, as: "A") == .learned, "seed 61")
      let taught = person.classification(on: features)
      try person.write(to: OutputFile(path))
      try again.load(path)
      #expect(again.classification(on: features) == taught, "seed 61")
      #expect(person.undo() == .undone)
      #expect(person.classification(on: features) == before, "seed 61")
    }
    #expect(count == 10, "only \(count) were no letters")
  }

  @Test func aTrainingUpdateAsksTheHeapForNothing() throws {
    let person = try Self.personal(PackedModel.simulatedAir)
    let ink = [try AirWriter(seed: 1).ink(of: "A")]
    let letter = try #require(NetworkLetter.letters(of: ink, featureSet: .airPath).first)
    let features = letter.vector(.airPath)
    // The first one in a process makes the metadata of generic types, unless another test was first.
    var outcomes = (person.learn(features, as: "B"), person.undo())
    let before = allocation_count()
    outcomes = (person.learn(features, as: "B"), person.undo())
    #expect(allocation_count() == before)
    #expect(outcomes == (.learned, .undone))
    #expect(person.trainingUpdates == 0)
  }

  @Test func withoutALetterThereIsNothingToLearn() throws {
    let person = try Self.personal(PackedModel.simulatedAir)
    let bridge = Bridge(model: .packed(.simulatedAir), labels: [])
    #expect(bridge.teach("A") == .noLetter)
    bridge.person = person
    #expect(bridge.teach("A") == .noLetter)
  }

  @Test func aFileKeepsWhatWasLearned() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("person-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let person = try Self.personal(PackedModel.simulatedAir)
    _ = try letters(try Self.samples("A", seed: 31), person: person) { bridge, _ in
      _ = bridge.teach("Q")
    }
    try person.write(to: OutputFile(path))
    let again = try Self.personal(PackedModel.simulatedAir)
    try again.load(path)
    #expect(again.weights == person.weights && again.trainingUpdates == 1)
    #expect(again.undo() == .nothingToUndo)

    let other = try Self.personal(PackedModel.air)
    let shipped = other.weights
    let error = #expect(throws: RecordingError.self) { try other.load(path) }
    #expect(error?.nextStep.contains("--model") == true, "\(String(describing: error))")
    #expect(other.weights == shipped)
    for (text, words) in [
      ("[]", "format quillon-person"),
      (
        #"{"format":"quillon-person","version":2,"model":"","trainingUpdates":0,"weights":""}"#,
        "version 1"
      ),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: RecordingError.self) { try again.load(path) }
      #expect(error?.expected.contains(words) == true)
    }
    #expect(throws: RecordingError.self) { try again.load(path + "-not-there") }
  }

  /// A count at the end of `Int` could not be counted on.
  @Test(arguments: [Int.max, .min, -1, 1_000_000_001])
  func aCountOfTrainingUpdatesThatNobodyCouldTeachIsRefused(count: Int) throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("person-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let person = try Self.personal(PackedModel.simulatedAir)
    try person.write(to: OutputFile(path))
    let written = try String(contentsOfFile: path, encoding: .utf8)
    let text = written.replacingOccurrences(
      of: #""trainingUpdates" : 0"#, with: #""trainingUpdates" : \#(count)"#)
    try #require(text != written)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: RecordingError.self) { try person.load(path) }
    #expect(error?.expected.contains("version 1") == true)
    #expect(person.trainingUpdates == 0)
  }
}
