import QuillonFusion

extension Recognizer {
  /// Reads the stroke that waits first to its end, at once, as numbers of feature set `set`, for those who
  /// train on them; nil when none waits or may be read yet, when it was given up, or when its reading has come to
  /// the ink already.
  ///
  /// Called right after the sample that lifted the pen it always finds the stroke that this ended, unless
  /// earlier ones wait. Strokes that may be pieces of a letter are not read so: set `WritingSettings.penUpTime` to 0.
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

  /// Reads the stroke that waits first to its end, at once, as ink for those who show it: each point's place
  /// in the unit square, Q1.14, y down, and the ticks of 32 µs since the one before; false when none waits or
  /// may be read yet, when it was given up, or when its reading has come to the ink already. See ``finishedFeatures(_:)``.
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

  /// What the gates have against the shape of the stroke whose ink was finished last, if anything.
  public var shapeRejection: Rejection? { mutating get { writer.shapeRejection } }
}
