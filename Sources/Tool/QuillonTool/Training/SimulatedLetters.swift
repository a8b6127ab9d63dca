import QuillonRecognizer
import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator
import QuillonTraining

/// Letters that simulated people write in the air with simulated boards, as features.
enum SimulatedLetters {
  /// All `letters`, once by each of `people` people. Every second person holds a
  /// hobbyist's board instead of a telephone. The same seed gives the same letters.
  static func features(
    people: Int, seed: UInt64, letters written: [Character] = LetterShape.alphabet,
    parameters: RecognizerParameters = RecognizerParameters(),
    progress: (_ done: Int) -> Void
  ) throws -> FeatureExtraction.Result {
    var letters = FeatureExtraction.Result()
    for index in 0..<people {
      let person = seed &+ UInt64(index)
      let writer = AirWriter(seed: person)
      let errors = index.isMultiple(of: 2) ? SensorErrors.phone : .hobby
      for letter in written {
        let truth = try writer.trace(of: String(letter), sample: person)
        letters.append(
          FeatureExtraction.features(
            of: errors.apply(to: truth, seed: person), parameters: parameters))
      }
      progress(index + 1)
    }
    return letters
  }

  /// The gestures that the built-in models know.
  static let gestures = Gesture.allCases.filter { $0 != .infinity }.map(Figure.gesture)

  /// The same people's letters for a packed model: as they draw them, and for features of the air
  /// also as the device reads them from the simulated boards; gestures, which nobody draws, only so. For an accelerometer alone
  /// they make gestures and write no letters.
  static func networkLetters(
    people: Int, seed: UInt64, letters written: [Character] = LetterShape.alphabet,
    featureSet: FeatureSet, gestures: Bool = false,
    parameters: RecognizerParameters = RecognizerParameters(),
    progress: (_ done: Int) -> Void = { _ in }
  ) throws -> [NetworkLetter] {
    let figures = written.map(Figure.letter) + (gestures ? Self.gestures : [])
    var (parameters, letters) = (parameters, [NetworkLetter]())
    // These people hold their boards in the hand.
    parameters.writing.plane = PlaneRule()
    for index in 0..<people {
      defer { progress(index + 1) }
      let person = seed &+ UInt64(index)
      var writer = AirWriter(seed: person)
      let errors = index.isMultiple(of: 2) ? SensorErrors.phone : .hobby
      func add(_ text: String, byMotion: Bool = false) throws {
        let truth = try writer.trace(of: text, sample: person)
        let trace = errors.apply(to: truth, seed: person)
        letters += NetworkLetter.letters(
          of: byMotion ? trace.withPenByMotion(for: featureSet) : trace,
          writer: "simulated/\(person)", featureSet: featureSet, parameters: parameters)
      }
      if featureSet.needsAccelerationOnly {
        // An accelerometer senses a turn as an acceleration, and people turn their wrists more than simulated ones. What came
        // before is still in the average that is used as gravity. Most such boards have no pen.
        var random = SeededRandom(seed: person)
        writer.steadiness.coupling *= random.uniform(in: 1...5)
        try add(Self.gestures.shuffled(using: &random).map(\.text).joined())
        writer.holdTime = 0.4
        try add(Self.gestures.shuffled(using: &random).map(\.text).joined(), byMotion: true)
        continue
      }
      for figure in figures {
        if case .letter(let letter) = figure {
          letters += NetworkLetter.letters(
            of: [try writer.ink(of: letter, sample: person)], featureSet: featureSet)
        }
        if featureSet.isOfTheAir { try add(figure.text) }
      }
    }
    return letters
  }

  /// The letters of 16 of these people. Their scores should change least when one person teaches
  /// the model. For features of the air, the letters are written in the air.
  static func spared(
    _ featureSet: FeatureSet, air: AirWriting = AirWriting(), gestures: Bool = false,
    parameters: RecognizerParameters = RecognizerParameters()
  ) throws -> [NetworkLetter] {
    let letters = try networkLetters(
      people: 16, seed: 1, featureSet: featureSet, gestures: gestures, parameters: parameters)
    return featureSet.isOfTheAir ? letters.writtenInAir(air, seed: 2) : letters
  }
}

extension [NetworkLetter] {
  /// The same letters as simulated people write them in the air. Letters that nobody drew stay
  /// unchanged.
  func writtenInAir(_ air: AirWriting, seed: UInt64) -> Self {
    var random = SeededRandom(seed: seed)
    return map { $0.writtenInAir(air, by: .air, random: &random) }
  }
}
