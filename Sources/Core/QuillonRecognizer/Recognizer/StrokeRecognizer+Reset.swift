import QuillonFusion
import QuillonNumerics

// Resetting in place. A new recognizer that is assigned is built on the stack first, which a small board has no room for.

extension StrokeRecognizer {
  /// Goes back to the state after `init()`, in place: without samples, without a model, with the default parameters. It also makes
  /// a recognizer of memory whose bytes are all 0.
  ///
  /// It needs less than 200 bytes of stack. Points of earlier strokes keep their bits, but they are no longer reached.
  public mutating func reset() {
    writer.reset()
    scorer.reset()
  }
}

extension StrokeWriter {
  /// Not inlined, as the parts below: each part's temporary values are off the stack before the next part.
  @usableFromInline @inline(never)
  mutating func reset() {
    resetParameters()
    resetMotion()
    strokes.reset()
    joiner = LetterJoiner()
    context = WritingContext()
    touchClock = StepClock(maximumStep: .max)
    counters = RecognizerCounters()
    lift = Lift()
    phase = .idle
    now = 0
    isLost = false
    forgetFilter()
  }

  /// Sets `filter` to nil. An assignment builds the 617 bytes of the optional on the stack first, so its bytes are copied.
  private mutating func forgetFilter() {
    withUnsafeMutablePointer(to: &filter) { filter in
      withUnsafePointer(to: &NoFilter.value) { none in
        UnsafeMutableRawPointer(filter).copyMemory(
          from: UnsafeRawPointer(none), byteCount: MemoryLayout<StrokeFilter?>.size)
      }
    }
  }

  @inline(never)
  private mutating func resetMotion() {
    tracker = MotionTracker(.standard)
    watch.interrupt()
    watch.begin(at: 0)
  }
}

/// The bytes of no filter. They are a variable because a constant has no address. Nothing writes to them.
private enum NoFilter {
  nonisolated(unsafe) static var value: StrokeFilter? = nil
}

extension StrokeQueue {
  @inline(never)
  mutating func reset() {
    points.removeAll()
    open = OpenStroke()
    for index in 0..<Self.maximumWaiting { waiting[unchecked: index] = .none }
    forgetAll()
  }
}
