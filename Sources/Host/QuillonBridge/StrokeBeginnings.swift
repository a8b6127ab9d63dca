import QuillonRecognizer

/// The beginnings of the strokes that were found by motion and are not yet reported.
struct StrokeBeginnings {
  /// The beginnings, µs of the board's clock, in the order of the strokes.
  private var times: [UInt32] = []

  /// Stores the beginning of the current stroke, if there is one. Call this after each sample.
  mutating func note(_ recognizer: borrowing StrokeRecognizer<ReadingScorer>) {
    guard recognizer.penByMotion == .down else { return }
    let beginning = recognizer.beginningOfStroke
    if times.last != beginning { times.append(beginning) }
  }

  /// Removes a letter and everything before it.
  ///
  /// - Parameters:
  ///   - firstEnd: When the first stroke of the letter ended, µs.
  ///   - end: When its last stroke ended, µs.
  /// - Returns: When the letter began, µs. Nil if a pen gave it. Strokes before it did not become
  ///   letters.
  mutating func take(before firstEnd: UInt32, through end: UInt32) -> UInt32? {
    let beginning = times.last { Int32(bitPattern: firstEnd &- $0) > 0 }
    times.removeAll { Int32(bitPattern: end &- $0) > 0 }
    return beginning
  }
}
