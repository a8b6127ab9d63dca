import QuillonMath
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonTraining

/// Letters that simulated people write in the air with simulated boards, as features.
enum SimulatedLetters {
  /// Every letter of the alphabet once by each of `people` people; every other one holds a
  /// hobbyist's board instead of a telephone. The same seed gives the same letters.
  static func features(
    people: Int, seed: UInt64, parameters: RecognizerParameters = RecognizerParameters(),
    progress: (_ done: Int) -> Void
  ) throws -> FeatureExtraction.Result {
    var letters = FeatureExtraction.Result()
    for index in 0..<people {
      let person = seed &+ UInt64(index)
      let writer = AirWriter(seed: person)
      let errors = index.isMultiple(of: 2) ? SensorErrors.phone : .hobby
      for letter in LetterShape.alphabet {
        let truth = try writer.trace(of: String(letter), sample: person)
        letters.append(
          FeatureExtraction.features(
            of: errors.apply(to: truth, seed: person), parameters: parameters))
      }
      progress(index + 1)
    }
    return letters
  }

  /// What the built-in model of gestures knows beside letters.
  static let gestures = Gesture.allCases.filter { $0 != .tick }.map(Figure.gesture)

  /// The same people's letters for a packed model: as they draw them, and for features of the air
  /// also as the device reads them from the simulated boards; gestures, which nobody draws, only so.
  static func networkLetters(
    people: Int, seed: UInt64, featureSet: FeatureSet, gestures: Bool = false,
    parameters: RecognizerParameters = RecognizerParameters()
  ) throws -> [NetworkLetter] {
    let figures = LetterShape.alphabet.map(Figure.letter) + (gestures ? Self.gestures : [])
    var (parameters, letters) = (parameters, [NetworkLetter]())
    // They hold their boards in the hand.
    parameters.writing.plane = PlaneRule()
    for index in 0..<people {
      let person = seed &+ UInt64(index)
      let writer = AirWriter(seed: person)
      let errors = index.isMultiple(of: 2) ? SensorErrors.phone : .hobby
      for figure in figures {
        if case .letter(let letter) = figure {
          letters += NetworkLetter.letters(
            of: [try writer.ink(of: letter, sample: person)], featureSet: featureSet)
        }
        guard featureSet.isOfTheAir else { continue }
        let truth = try writer.trace(of: figure.text, sample: person)
        letters += NetworkLetter.letters(
          of: errors.apply(to: truth, seed: person), writer: "simulated/\(person)",
          featureSet: featureSet, parameters: parameters)
      }
    }
    return letters
  }

  /// The letters of sixteen of them, whose scores what one person teaches is to change least; for features of the
  /// air as they write them there.
  static func spared(
    _ featureSet: FeatureSet, air: AirWriting = AirWriting(),
    parameters: RecognizerParameters = RecognizerParameters()
  ) throws -> [NetworkLetter] {
    let letters = try networkLetters(
      people: 16, seed: 1, featureSet: featureSet, parameters: parameters)
    return featureSet.isOfTheAir ? letters.writtenInAir(air, seed: 2) : letters
  }
}

extension [NetworkLetter] {
  /// The same letters as simulated people write them in the air; those that nobody drew stay as they are.
  func writtenInAir(_ air: AirWriting, seed: UInt64) -> Self {
    var random = SeededRandom(seed: seed)
    return map { $0.writtenInAir(air, by: .air, random: &random) }
  }
}
