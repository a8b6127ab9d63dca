import Board
import BoardSupport
import CortexM
import Replay

/// Counts the ticks of every stage, over the recorded letters that stand in flash beside the image and over
/// inputs that it searches for the slowest: a line for each with its name, the repetitions, and of either set
/// the inputs, the sum and the greatest. How many instructions a tick is tells the line `loop`.
@main
enum LatencyImage {
  static func main() {
    Board.start()
    Subject.start()
    Stopwatch.start()
    calibrate()
    measure(EmptyStage())
    measure(RotateStage())
    measure(SquareRootStage())
    measure(NormalizeStage())
    measure(IntegrateStage())
    measure(BufferStage())
    measure(DecodeStage())
    measure(DecodeByteStage())
    measure(PushStage())
    _ = Subject.liftPen()
    var scores = ScoresStage()
    let searched = Measurement.searched(&scores)
    let (real, random) = (StrokeStages.recorded(), StrokeStages.searched())
    report("scores", Measurement.repetitions, real.scores, searched)
    report("features", Measurement.repetitions, real.features, random.features)
    report("penUp", 1, real.penUp, random.penUp)
    report("penUpFrame", 1, real.penUpFrame, random.penUpFrame)
    TextLine.end(Stack.highWater, send: Board.send)
    while true { ReceiveRing.sleep() }
  }

  @inline(never)
  private static func measure<S: Stage>(_ stage: S) {
    var stage = stage
    let recorded = Measurement.recorded(&stage)
    report(S.name, Measurement.repetitions, recorded, Measurement.searched(&stage))
  }

  /// A million instructions.
  private static func calibrate() {
    let begin = Stopwatch.now
    count_instructions(500_000)
    var loop = Tally()
    loop.add(Stopwatch.ticks(since: begin))
    report("loop", 1_000_000, loop, loop)
  }

  private static func report(
    _ name: StaticString, _ repetitions: UInt32, _ recorded: Tally, _ searched: Tally
  ) {
    TextLine.write(name, send: Board.send)
    TextLine.write(repetitions, send: Board.send)
    write(recorded)
    write(searched)
    Board.send(UInt8(ascii: "\n"))
  }

  private static func write(_ tally: Tally) {
    TextLine.write(tally.inputs, send: Board.send)
    TextLine.write(tally.total, send: Board.send)
    TextLine.write(tally.maximum, send: Board.send)
  }
}
