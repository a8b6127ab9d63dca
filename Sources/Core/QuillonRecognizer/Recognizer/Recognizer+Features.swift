import QuillonFusion

extension Recognizer {
  /// Reads the oldest waiting stroke to its end in one call and returns its features of the set
  /// `set`, for training.
  ///
  /// Returns nil if no stroke waits, if it may not be read yet, if it was abandoned or rejected, or
  /// if the reading of its ink has already begun.
  ///
  /// Called right after the sample that lifted the pen, it reads the stroke that just ended, unless
  /// earlier strokes wait. It does not read strokes that may be parts of a letter: set
  /// `WritingSettings.penUpTime` to 0.
  public mutating func finishedFeatures(_ set: FeatureSet) -> FeatureVector? {
    guard canFinish else { return nil }
    writer.findPlane()
    scorer.scorer.begin(set)
    let rule = writer.rule
    var progress = StrokeQueue.Progress.busy
    while progress == .busy {
      if scorer.scorer.makeRoom() { continue }
      progress = writer.strokes.read(under: rule) {
        scorer.scorer.add($0, $1, $2)
      }
    }
    guard progress == .ended(.complete) else { return nil }
    scorer.scorer.end()
    return scorer.scorer.finishedFeatures()
  }

  /// Reads the oldest waiting stroke to its end in one call and hands its ink to `body`, for
  /// display.
  ///
  /// `body` gets the position of each point in the unit square, Q1.14, y down, and the ticks of
  /// 32 µs since the point before.
  ///
  /// Returns false if no stroke waits, if it may not be read yet, if it was abandoned or rejected,
  /// or if the reading of its ink has already begun. See ``finishedFeatures(_:)``.
  public mutating func finishedInk(
    _ body: (_ x: Int32, _ y: Int32, _ ticks: UInt32) -> Void
  ) -> Bool {
    guard canFinish else { return false }
    writer.findPlane()
    let rule = writer.rule
    var progress: StrokeQueue.Progress
    repeat {
      progress = writer.strokes.read(under: rule, body)
    } while progress == .busy
    return progress == .ended(.complete)
  }

  private var canFinish: Bool {
    mutating get {
      isReading && !scorer.isBusy && !writer.joiner.isActive && writer.mayRead(false)
    }
  }

  /// Why the shape gates reject the stroke that was read last; nil if they accept it.
  public var shapeRejection: Rejection? {
    mutating get { writer.shapeRejection(readsSmall: true) }
  }
}
