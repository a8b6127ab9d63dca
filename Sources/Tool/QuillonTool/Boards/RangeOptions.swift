import ArgumentParser
import QuillonBridge
import QuillonConversions

/// The full scales of a board's sensors.
struct RangeOptions: ParsableArguments {
  @Option(
    help: """
      The full scales of the sensors: the accelerometer's in g and the gyroscope's in °/s, such \
      as 16,2000. Readings at the end of the range count as clipped, and the attitude leaves them \
      out. Without this option, the board's hello, its format or a comment of the recording \
      gives the ranges. If none does, clipping is seen by its shape.
      """)
  var range: SensorRange?

  /// The ranges on the command line, completed by those that `format` fixes.
  func ranges(of format: BoardFormat?) -> SensorRange {
    (range ?? SensorRange()).completed(by: format?.range ?? SensorRange())
  }
}

extension SensorRange: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
