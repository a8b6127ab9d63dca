import QuillonFusion
import QuillonNumerics

/// Joins the strokes of a letter that a rest of the hand has split.
extension StrokeWriter {
  /// What to do next while no stroke is being read.
  @usableFromInline
  enum Beginning {
    case wait
    case read
    case tell
  }

  /// True if strokes may be parts of a letter.
  private var joinsPieces: Bool {
    parameters.writing.pen == .motion && parameters.writing.penUpTime > 0
      && parameters.writing.plane.kind != .principal
  }

  /// Chooses what is read next. `isLast` means that no samples follow.
  @usableFromInline
  mutating func beginReading(_ isLast: Bool) -> Beginning {
    guard joiner.reading == .none else { return .read }
    if joiner.holds {
      guard strokes.waitingCount > 1 else {
        return isLast || isLetterOver ? .tell : .wait
      }
      strokes.choose(1)
      guard strokes.isNextReadable, strokes.isRoomy else { return .tell }
    }
    switch calmAfterNext(isLast) {
    case .awaited: return .wait
    case .missing:
      if joiner.holds { return .tell }
      rejectNext()
    case .shown:
      if joiner.holds {
        joiner.reading = .next
      } else if joinsPieces && strokes.isNextReadable {
        strokes.beginLetter()
        read(.first)
      }
    }
    return .read
  }

  /// Handles the classification of what was read; nil if a shape gate rejected it. Returns the
  /// event of the letter that is now decided, if any.
  @usableFromInline
  mutating func conclude(_ classification: Classification?) -> Event? {
    switch joiner.reading {
    case .none: return classification.map(Event.classification)
    case .first:
      if let classification { hold(classification) } else { _ = release() }
    case .next:
      guard let classification else {
        read(.again)
        return nil
      }
      joiner.next = classification.margin
      strokes.join(size: joiner.size.addingWithSaturation(strokes.shapeOfLast.size))
      read(.both)
    case .both:
      if let classification, joiner.isBetter(classification) {
        strokes.confirmJoint()
        hold(classification)
      } else {
        strokes.part(after: joiner.slots)
        read(.again)
      }
    case .again: return release()
    }
    return nil
  }

  private mutating func hold(_ classification: Classification) {
    joiner.reading = .none
    joiner.holds = true
    joiner.held = classification
    joiner.slots = strokes.slotsOfFirst
    joiner.size = strokes.shapeOfLast.size
  }

  @inline(never)
  private mutating func read(_ reading: LetterJoiner.Reading) {
    joiner.reading = reading
    strokes.choose(0)
  }

  /// True when no other part can follow the held letter.
  private var isLetterOver: Bool {
    mutating get {
      guard joinsPieces else { return true }
      if phase == .writing && watch.segmenter.isWriting { return false }
      let pause = UInt32(truncatingIfNeeded: parameters.writing.penUpTime) &* 1_000
      return now &- strokes.endOfNext > pause
    }
  }

  /// Reports the held letter.
  @usableFromInline @inline(never)
  mutating func release() -> Event {
    strokes.release()
    joiner.reading = .none
    joiner.holds = false
    return .classification(joiner.held)
  }
}
