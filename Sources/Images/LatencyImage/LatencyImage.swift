import Board
import BoardSupport
import CortexM
import FixedPoint
import Geometry
import Ink
import Models
import Motion
import Pipeline
import Recognition
import Wire

/// Counts the ticks of every stage: a line for each with its name, the repetitions, the inputs, and
/// of these the sum and the greatest. The host knows how many instructions a tick is from the line `loop`.
@main
enum LatencyImage {
  nonisolated(unsafe) private static var recognizer = Recognizer()
  nonisolated(unsafe) private static var model = LinearModel()
  nonisolated(unsafe) static var clock: UInt32 = 0
  nonisolated(unsafe) private static var frames: UInt32 = 0
  nonisolated(unsafe) private static var longestFrame: UInt32 = 0

  static func main() {
    Board.start()
    recognizer.loadModel(StandardModel.load)
    StandardModel.load(into: &model)
    Stopwatch.start()
    calibrate()
    measure(EmptyStage())
    measure(RotateStage())
    measure(SquareRootStage())
    measure(NormalizeStage())
    measure(IntegrateStage())
    measure(ScoresStage())
    measure(PushStage())
    measurePenUp()
    measureFusion()
    Report.write("stack", 1, 1, Stack.highWater, Stack.highWater)
    Report.end()
    while true { ReceiveRing.sleep() }
  }

  /// A million instructions.
  private static func calibrate() {
    let begin = Stopwatch.now
    count_instructions(500_000)
    let ticks = Stopwatch.ticks(since: begin)
    Report.write("loop", 1_000_000, 1, ticks, ticks)
  }

  private static func measure<S: Stage>(_ stage: S) {
    var stage = stage
    let result = Measurement.search(&stage)
    Report.write(
      S.name, Measurement.repetitions, result.inputs, result.total, result.maximum)
  }

  /// The end of strokes of 500 points, 5 s, of random samples: all calls from pen-up to the verdict as
  /// `penUp`, each of them as `penUpFrame`. Their samples have no attitude, so that there is no other work.
  private static func measurePenUp() {
    var (stage, noise) = (PushStage(), Noise())
    var (total, greatest) = (0 as UInt32, 0 as UInt32)
    endStroke()
    frames = 0
    longestFrame = 0
    for _ in 0..<8 {
      for _ in 0..<500 {
        stage.randomize(&noise)
        stage.run()
      }
      let ticks = endStroke()
      total &+= ticks
      greatest = max(greatest, ticks)
    }
    Report.write("penUp", 1, 8, total, greatest)
    Report.write("penUpFrame", 1, frames, total, longestFrame)
  }

  /// The ticks of all calls from pen-up to the verdict.
  @discardableResult
  static func endStroke() -> UInt32 {
    var total: UInt32 = 0
    repeat {
      let begin = Stopwatch.now
      liftPen()
      let ticks = Stopwatch.ticks(since: begin)
      total &+= ticks
      longestFrame = max(longestFrame, ticks)
      frames &+= 1
    } while recognizer.isReading
    return total
  }

  private static func measureFusion() {
    let six = FuseStage.measure(usesField: false, adversarial: false)
    Report.write("fuse6", 1, six.inputs, six.total, six.maximum)
    let sixShaken = FuseStage.measure(usesField: false, adversarial: true)
    Report.write("fuse6shaken", 1, sixShaken.inputs, sixShaken.total, sixShaken.maximum)
    let nine = FuseStage.measure(usesField: true, adversarial: false)
    Report.write("fuse9", 1, nine.inputs, nine.total, nine.maximum)
    let nineShaken = FuseStage.measure(usesField: true, adversarial: true)
    Report.write("fuse9shaken", 1, nineShaken.inputs, nineShaken.total, nineShaken.maximum)
  }

  static var strokeLength: Int { recognizer.pointCount }

  static func push(_ sample: InertialSample) { _ = recognizer.push(sample) }

  private static func liftPen() {
    clock &+= 10_000
    push(InertialSample(timestamp: clock, acceleration: .specificForce(.zero), pen: .up))
  }

  static func score(_ features: inout ZoneFeatures) -> UInt8 {
    model.verdict(on: &features).label
  }
}
