import Foundation
import QuillonConversions
import QuillonRecognizer
import QuillonRecordings
import QuillonReports
import QuillonTraining

/// A letter with its ink and the answer of a model.
struct AnsweredLetter {
  /// The right label, if the file has it.
  var label: String?
  /// The answer of the model.
  var answer: String
  /// The score of the answer minus that of the next best label.
  var margin: Double
  /// When it ended, s. Nil if it is not from a recording.
  var time: Double?
  /// The ink, y down: as it was drawn or, for letters in the air, as the features see it.
  var strokes: [[SIMD2<Double>]]

  /// True if the answer is wrong.
  var isWrong: Bool { label != nil && label != answer }

  /// The strokes of `trace` that were classified, in order.
  static func letters(
    in trace: Trace, by classifier: LoadedModel,
    parameters: RecognizerParameters = RecognizerParameters()
  ) -> [AnsweredLetter] {
    // A recognizer that has given its ink away can't score it, so there are two.
    var reader = Recognizer(parameters: parameters)
    var scorer = Recognizer(parameters: parameters)
    scorer.scorer.readsSmallStrokes = true
    var letters: [AnsweredLetter] = []
    for sample in trace.replaySamples(for: classifier.letterModel.featureSet) {
      _ = reader.push(sample.sample)
      let event = scorer.push(sample.sample)
      guard sample.sample.pen == .up else { continue }
      var ink: [SIMD2<Double>] = []
      let isRead = reader.finishedInk { x, y, _ in
        ink.append(SIMD2(Double(x), Double(y)) / 16_384)
      }
      guard let classification = classifier.classification(on: &scorer, after: event), isRead else {
        continue
      }
      let row = trace.rows[sample.row]
      letters.append(
        AnsweredLetter(
          classification, by: classifier, label: row.label, time: row.time, strokes: [ink]))
    }
    return letters
  }

  /// Drawn letters, without those that are too short.
  static func letters(of samples: [InkSample], by classifier: LoadedModel) -> [AnsweredLetter] {
    samples.compactMap { sample in
      classifier.classification(on: sample).map {
        AnsweredLetter(
          $0, by: classifier, label: sample.label, time: nil,
          strokes: sample.strokes.filter(\.isPenDown).map { $0.points.map { SIMD2($0.x, $0.y) } })
      }
    }
  }

  /// Letters with the path that the features see. What is no letter is left out, and so is what has no path.
  static func letters(
    of letters: [NetworkLetter], by model: NetworkModel, named name: String
  ) -> [AnsweredLetter] {
    let classifier = LoadedModel(.packed(model), name: name)
    return letters.filter { !$0.isGarbage }.compactMap { letter in
      switch letter.source {
      case .vector: nil
      case .path(let path), .trace(_, let path):
        AnsweredLetter(
          model.classification(on: letter), by: classifier, label: letter.label, time: nil,
          strokes: [path.points.map { SIMD2($0.x, $0.y) }])
      }
    }
  }

  /// The ink with its answer. Mistakes have another color.
  var drawing: InkDrawing {
    let words = isWrong ? "\(label ?? "") taken for \(answer)" : answer
    let remark = time.map { String(format: "%.1f s", $0) } ?? String(format: "by %.2f", margin)
    return InkDrawing(strokes: strokes, caption: "\(words)\n\(remark)", isMarked: isWrong)
  }

  /// The answer where the letter was complete, for charts over time. Nil if it is not from a recording.
  var mark: Chart.Label? { time.map { Chart.Label(answer, x: $0) } }

  private init(
    _ classification: Classification, by classifier: LoadedModel, label: String?, time: Double?,
    strokes: [[SIMD2<Double>]]
  ) {
    self.label = label
    answer = classifier.labels[Int(classification.label)]
    margin = classification.margin.double
    self.time = time
    self.strokes = strokes
  }
}
