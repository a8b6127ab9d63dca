import CortexM
import QuillonFusion
import QuillonRecognizer

/// What is done at the end of a stroke: the inputs are whole strokes.
struct StrokeStages<Ticks: Stopwatch> {
  /// The work from the pen's lifting to the classification, and the most of it in one sample's time.
  private(set) var (penUp, penUpFrame) = (TickStatistics(), TickStatistics())
  private(set) var features = TickStatistics()
  private(set) var (pathFeatures, modelScores) = (TickStatistics(), TickStatistics())

  /// Each recorded stroke.
  @inline(never)
  static func recorded() -> StrokeStages {
    var (stages, isWriting) = (StrokeStages(), false)
    Recording.rewind()
    while var sample = Recording.next() {
      if sample.pen == .down {
        _ = Subject.push(&sample)
      } else if isWriting {
        stages.end()
      }
      isWriting = sample.pen == .down
    }
    if isWriting { stages.end() }
    return stages
  }

  /// 24 strokes of 500 random samples, 5 s.
  @inline(never)
  static func searched() -> StrokeStages {
    var (stages, noise) = (StrokeStages(), Noise())
    for _ in 0..<24 {
      for _ in 0..<500 {
        var sample = noise.sample()
        _ = Subject.push(&sample)
      }
      stages.end()
    }
    return stages
  }

  /// Lifts the pen and pushes samples until the classification is there.
  @inline(never)
  private mutating func end() {
    var extraction = FeaturesStage()
    var (work, greatest): (UInt32, UInt32) = (0, 0)
    for _ in 0..<256 {
      let begin = Ticks.now
      let event = Subject.liftPen()
      let ticks = Ticks.ticks(since: begin)
      work &+= ticks
      greatest = max(greatest, ticks)
      if event != nil { break }
    }
    penUp.add(work)
    penUpFrame.add(greatest)
    features.add(Measurement<Ticks>.time(&extraction))
    #if !Perceptron
      var (path, scores) = (PathStage(variant: work), ModelScoresStage())
      pathFeatures.add(Measurement<Ticks>.time(&path))
      modelScores.add(Measurement<Ticks>.time(&scores))
    #endif
  }
}

/// The features of 500 points in the unit square.
private struct FeaturesStage: Stage {
  static var name: StaticString { "features" }
  private var accumulator = ZoneAccumulator()
  private var result: Int16 = 0

  mutating func take(_ sample: InertialSample) {}

  @inline(never)
  mutating func run() {
    accumulator = ZoneAccumulator()
    for index in 0..<500 as Range<Int32> {
      accumulator.add((index &* 997) & 0x3FFF, (index &* 33) & 0x3FFF, 312)
    }
    result = ZoneFeatures(&accumulator)[0]
  }
}
