import ArgumentParser
import SensorProtocols

/// What lines of numbers don't tell of themselves.
struct ColumnOptions: ParsableArguments {
  @Option(help: "The columns in their order, as a header would name them: t,ax,ay,az,gx,gy,gz.")
  var columns: String?

  @Option(help: "Unit of acceleration: g, mg, m/s2, 16384/g …; else found out at rest.")
  var accelerationUnit: ColumnUnits.Acceleration?

  @Option(
    help: "Unit of rate: deg/s, rad/s, 131/(deg/s); else the one that goes with acceleration.")
  var rateUnit: ColumnUnits.Rate?

  @Option(help: "Unit of time: ms, us, s.")
  var timeUnit = ColumnUnits.Time.milliseconds

  /// The units that they name.
  var units: ColumnUnits {
    ColumnUnits(acceleration: accelerationUnit, rate: rateUnit, time: timeUnit)
  }

  /// The header line that the board ought to have sent first; empty when there is none.
  var header: [UInt8] { columns.map { Array(($0 + "\n").utf8) } ?? [] }
}

extension ColumnUnits.Acceleration: ExpressibleByArgument {}
extension ColumnUnits.Rate: ExpressibleByArgument {}
extension ColumnUnits.Time: ExpressibleByArgument {}
