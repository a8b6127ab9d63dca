import BoardSupport
import CortexM
import QuillonFusion
import QuillonVerification

/// Counts the ticks of every stage, over the recorded letters that are in flash beside the image and over
/// inputs that it searches for the slowest: a line for each with its name, the repetitions, and of either set
/// the inputs, the sum and the greatest. The line `loop` gives the instructions of a tick.
public enum LatencyImage<B: Board> {
  /// Never ends.
  public static func run() {
    B.start()
    Subject.start()
    B.Ticks.start()
    calibrate()
    measure(EmptyStage())
    measure(RotateStage())
    measure(SquareRootStage())
    measure(NormalizeStage())
    measureCalibration()
    measure(IntegrateStage())
    measure(BufferStage())
    measure(DecodeStage())
    measure(DecodeByteStage())
    measure(ReceiveStage())
    measure(OutputStage())
    measure(StatusStage())
    measure(PushStage())
    Subject.endStroke()
    measureStrokes()
    measureFrames()
    measureFusion()
    TextLine.end(Stack.highWater, send: B.send)
    while true { ReceiveRing.sleep() }
  }

  @inline(never)
  private static func measure<S: Stage>(_ stage: S) {
    var stage = stage
    let recorded = Measurement<B.Ticks>.recorded(&stage)
    report(
      S.name, Measurement<B.Ticks>.repetitions, recorded, Measurement<B.Ticks>.searched(&stage))
  }

  /// Not inlined: a micro:bit has no stack for it below what follows.
  @inline(never)
  private static func measureCalibration() { measure(CalibrateStage()) }

  @inline(never)
  private static func measureStrokes() {
    let (recorded, searched) = (StrokeStages<B.Ticks>.recorded(), StrokeStages<B.Ticks>.searched())
    measure(ScoresStage())
    report("features", Measurement<B.Ticks>.repetitions, recorded.features, searched.features)
    #if !Perceptron
      report(
        "pathFeatures", Measurement<B.Ticks>.repetitions, recorded.pathFeatures,
        searched.pathFeatures)
      report(
        "modelScores", Measurement<B.Ticks>.repetitions, recorded.modelScores, searched.modelScores)
    #endif
    report("penUp", 1, recorded.penUp, searched.penUp)
    report("penUpFrame", 1, recorded.penUpFrame, searched.penUpFrame)
  }

  @inline(never)
  private static func measureFrames() {
    let frames = FrameStage<B.Ticks>.recorded()
    report("frame", 1, frames, frames)
  }

  @inline(never)
  private static func measureFusion() {
    report(
      "fuse6", 1, FuseStage<SixAxisAHRS, B.Ticks>.held(), FuseStage<SixAxisAHRS, B.Ticks>.shaken())
    report(
      "fuse9", 1, FuseStage<NineAxisAHRS, B.Ticks>.held(), FuseStage<NineAxisAHRS, B.Ticks>.shaken()
    )
  }

  /// A million instructions.
  private static func calibrate() {
    let begin = B.Ticks.now
    count_instructions(500_000)
    var loop = TickStatistics()
    loop.add(B.Ticks.ticks(since: begin))
    report("loop", 1_000_000, loop, loop)
  }

  private static func report(
    _ name: StaticString, _ repetitions: UInt32, _ recorded: TickStatistics,
    _ searched: TickStatistics
  ) {
    TextLine.write(name, send: B.send)
    TextLine.write(repetitions, send: B.send)
    write(recorded)
    write(searched)
    B.send(UInt8(ascii: "\n"))
  }

  private static func write(_ statistics: TickStatistics) {
    TextLine.write(statistics.inputs, send: B.send)
    TextLine.write(statistics.total, send: B.send)
    TextLine.write(statistics.maximum, send: B.send)
  }
}
