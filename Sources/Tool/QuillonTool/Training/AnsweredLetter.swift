import Foundation
import QuillonConversions
import QuillonPlotting
import QuillonRecognizer
import QuillonRecordings
import QuillonTraining

/// A letter with its ink, and what a model takes it for.
struct AnsweredLetter {
  /// What it is meant to be, where the file tells.
  var label: String?
  /// What it was taken for.
  var answer: String
  /// By how much the answer beats the next best.
  var margin: Double
  /// When it ended, s, in a recording.
  var time: Double?
  /// The ink, y down: as it was drawn, or of a stroke in the air as the features see it.
  var strokes: [[SIMD2<Double>]]

  /// True when it was taken for another letter than it is meant to be.
  var isWrong: Bool { label != nil && label != answer }

  /// The strokes of `trace` that were classified, in order.
  static func letters(
    in trace: Trace, by judge: LoadedModel,
    parameters: RecognizerParameters = RecognizerParameters()
  ) -> [AnsweredLetter] {
    // The ink that one of them hands over can't be scored by it any more.
    var reader = Recognizer(parameters: parameters)
    var scorer = Recognizer(parameters: parameters)
    scorer.scorer.readsSmallStrokes = true
    var letters: [AnsweredLetter] = []
    for sample in trace.replaySamples {
      _ = reader.push(sample.sample)
      let event = scorer.push(sample.sample)
      guard sample.sample.pen == .up else { continue }
      var ink: [SIMD2<Double>] = []
      let isRead = reader.finishedInk { x, y, _ in
        ink.append(SIMD2(Double(x), Double(y)) / 16_384)
      }
      guard let classification = judge.classification(on: &scorer, after: event), isRead else {
        continue
      }
      let row = trace.rows[sample.row]
      letters.append(
        AnsweredLetter(classification, by: judge, label: row.label, time: row.time, strokes: [ink]))
    }
    return letters
  }

  /// Drawn letters, those that are too short left out.
  static func letters(of samples: [InkSample], by judge: LoadedModel) -> [AnsweredLetter] {
    samples.compactMap { sample in
      judge.classification(on: sample).map {
        AnsweredLetter(
          $0, by: judge, label: sample.label, time: nil,
          strokes: sample.strokes.filter(\.isPenDown).map { $0.points.map { SIMD2($0.x, $0.y) } })
      }
    }
  }

  /// The ink with what it is taken for, mistakes in another color.
  var drawing: InkDrawing {
    let words = isWrong ? "\(label ?? "") taken for \(answer)" : answer
    let remark = time.map { String(format: "%.1f s", $0) } ?? String(format: "by %.2f", margin)
    return InkDrawing(strokes: strokes, caption: "\(words), \(remark)", isMarked: isWrong)
  }

  private init(
    _ classification: Classification, by judge: LoadedModel, label: String?, time: Double?,
    strokes: [[SIMD2<Double>]]
  ) {
    self.label = label
    answer = judge.labels[Int(classification.label)]
    margin = classification.margin.double
    self.time = time
    self.strokes = strokes
  }
}
