import QuillonFusion
import QuillonNumerics

/// Letters that a rest of the hand has split.
extension StrokeWriter {
  /// What is to be done where no stroke is being read.
  @usableFromInline
  enum Beginning {
    case wait
    case read
    case tell
  }

  /// Whether strokes may be pieces of a letter.
  private var joinsPieces: Bool {
    parameters.writing.pen == .motion && parameters.writing.penUpTime > 0
      && parameters.writing.plane.kind != .principal
  }

  /// Chooses what is read next. `isLast` says that no samples follow.
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

  /// What was read is this letter, or none if a gate of shape has rejected it; the letter that is to be told, if one
  /// is yet.
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

  /// True when no other piece can follow what is held.
  private var isLetterOver: Bool {
    mutating get {
      guard joinsPieces else { return true }
      if phase == .writing && watch.segmenter.isWriting { return false }
      let pause = UInt32(truncatingIfNeeded: parameters.writing.penUpTime) &* 1_000
      return now &- strokes.endOfNext > pause
    }
  }

  /// What is held is told.
  @usableFromInline @inline(never)
  mutating func release() -> Event {
    strokes.release()
    joiner.reading = .none
    joiner.holds = false
    return .classification(joiner.held)
  }
}
