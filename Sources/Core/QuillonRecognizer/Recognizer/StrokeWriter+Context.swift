import QuillonNumerics

extension StrokeWriter {
  /// Decides by the strokes before it whether a letter is rejected, and notes the event for the
  /// letters after it. Does so only if the motion determines the pen.
  ///
  /// - Parameter threshold: See ``InkScorer/rejectThreshold``.
  @usableFromInline @inline(never)
  mutating func judge(_ event: inout Event?, threshold: Fixed<12>?) {
    guard Features.isFull, parameters.writing.pen == .motion else { return }
    var margin = Fixed<12>.zero
    switch event {
    case .classification(let classification): margin = classification.margin
    case .rejected: break
    case .abandoned, nil: return
    }
    context.add(margin: margin, endingAt: strokes.endOfLast)
    guard let threshold, case .classification(var classification) = event else { return }
    classification.isRejected = margin < context.leastMargin(threshold)
    event = .classification(classification)
  }
}
