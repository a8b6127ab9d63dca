import QuillonRecognizer
import QuillonRecordings
import QuillonTraining

extension Trace {
  /// The trace as it is read of a board without a pen: the motion decides where the pen is down. A stroke gets the label of the only figure
  /// that it contains nearly whole. Other strokes are left out.
  func withPenByMotion(for featureSet: FeatureSet) -> Trace {
    let strokes = strokesByMotion(for: featureSet)
    var marked = self
    for index in marked.rows.indices {
      (marked.rows[index].isPenDown, marked.rows[index].stroke) = (false, nil)
      marked.rows[index].label = nil
    }
    for (number, stroke) in strokes.enumerated() {
      guard let label = label(of: stroke) else { continue }
      for index in stroke {
        (marked.rows[index].isPenDown, marked.rows[index].stroke) = (true, number)
        marked.rows[index].label = label
      }
    }
    return marked
  }

  /// The rows of each stroke found by the motion.
  private func strokesByMotion(for featureSet: FeatureSet) -> [Range<Int>] {
    var recognizer = Recognizer(
      parameters: RecognizerParameters(writing: WritingSettings(pen: .motion)))
    let samples = replaySamples(for: featureSet)
    var strokes: [Range<Int>] = []
    for sample in samples {
      guard case .classification = recognizer.push(sample.sample) else { continue }
      let (begin, end) = (recognizer.beginningOfStroke, recognizer.endOfLastStroke)
      let rows = samples.filter { (begin...max(begin, end)).contains($0.sample.timestamp) }
        .map(\.row)
      if let first = rows.first, let last = rows.last { strokes.append(first..<last + 1) }
    }
    return strokes
  }

  /// The label of the only figure of which a stroke has at least 80 % of the rows; nil if there is none or several.
  private func label(of stroke: Range<Int>) -> String? {
    let numbers = Set(stroke.compactMap { rows[$0].stroke })
    let whole = numbers.filter { number in
      let all = rows.indices.filter { rows[$0].stroke == number }
      return all.count(where: stroke.contains) * 5 >= all.count * 4
    }
    guard whole.count == 1 else { return nil }
    return stroke.first { rows[$0].stroke == whole.first }.flatMap { rows[$0].label }
  }
}
