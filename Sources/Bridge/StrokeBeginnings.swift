import Pipeline

/// When the strokes began that are found by the motion and of which nothing has been told yet.
struct StrokeBeginnings {
  /// µs, in the order of the strokes.
  private var times: [UInt32] = []

  /// Notes the stroke that is being written, if one is; to be called after each sample.
  mutating func note(_ recognizer: borrowing Recognizer) {
    guard recognizer.penByMotion == .down else { return }
    let beginning = recognizer.beginningOfStroke
    if times.last != beginning { times.append(beginning) }
  }

  /// The beginning of the stroke that ended at `end`, µs; nil of a pen's. Those before it came to nothing, and are
  /// forgotten with it.
  mutating func take(before end: UInt32) -> UInt32? {
    guard let index = times.lastIndex(where: { Int32(bitPattern: end &- $0) > 0 }) else {
      return nil
    }
    defer { times.removeSubrange(...index) }
    return times[index]
  }
}
