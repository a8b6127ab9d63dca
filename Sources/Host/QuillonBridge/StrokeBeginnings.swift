import QuillonRecognizer

/// When the strokes began that are found by the motion and of which nothing has been told yet.
struct StrokeBeginnings {
  /// µs, in the order of the strokes.
  private var times: [UInt32] = []

  /// Notes the stroke that is being written, if one is; to be called after each sample.
  mutating func note(_ recognizer: borrowing StrokeRecognizer<ReadingScorer>) {
    guard recognizer.penByMotion == .down else { return }
    let beginning = recognizer.beginningOfStroke
    if times.last != beginning { times.append(beginning) }
  }

  /// The beginning of the letter whose first stroke ended at `firstEnd` and whose last at `end`, µs; nil of a pen's.
  /// Those before it came to nothing, and are forgotten with it.
  mutating func take(before firstEnd: UInt32, through end: UInt32) -> UInt32? {
    let beginning = times.last { Int32(bitPattern: firstEnd &- $0) > 0 }
    times.removeAll { Int32(bitPattern: end &- $0) > 0 }
    return beginning
  }
}
