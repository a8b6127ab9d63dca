import ArgumentParser
import QuillonProtocols

/// The columns and units of lines of numbers.
struct ColumnOptions: ParsableArguments {
  @Option(help: "The columns in their order, named as in a header: t,ax,ay,az,gx,gy,gz.")
  var columns: String?

  @Option(
    help: """
      The unit of acceleration: g, mg, m/s2, or counts: 256/g, 2048/g … 16384/g. Without this \
      option, the command finds the unit while the board is at rest.
      """
  )
  var accelerationUnit: ColumnUnits.Acceleration?

  @Option(
    help: """
      The unit of angular rate: deg/s, rad/s, 131/(deg/s). Without this option, it is the unit \
      that usually goes with the unit of acceleration.
      """)
  var rateUnit: ColumnUnits.Rate?

  @Option(help: "The unit of time: ms, us, s. The default is ms.")
  var timeUnit: ColumnUnits.Time?

  /// The options.
  var given: GivenOptions {
    [
      "--columns": columns != nil, "--acceleration-unit": accelerationUnit != nil,
      "--rate-unit": rateUnit != nil, "--time-unit": timeUnit != nil,
    ]
  }

  /// The units that the options name.
  var units: ColumnUnits {
    ColumnUnits(acceleration: accelerationUnit, rate: rateUnit, time: timeUnit ?? .milliseconds)
  }

  /// The number of columns that are named. Nil if none are.
  var count: Int? { columns?.split { ",; \t".contains($0) }.count }

  /// The header line that the board should have sent first. Empty for none.
  var header: [UInt8] { columns.map { Array(($0 + "\n").utf8) } ?? [] }
}

extension ColumnUnits.Acceleration: ExpressibleByArgument {
  public init?(argument: String) {
    switch argument {
    case "g": self = .gravities
    case "mg": self = .milligravities
    case "m/s2": self = .metersPerSecondSquared
    case "256/g": self = .counts256
    case "2048/g": self = .counts2048
    case "4096/g": self = .counts4096
    case "8192/g": self = .counts8192
    case "16384/g": self = .counts16384
    default: return nil
    }
  }
}

extension ColumnUnits.Rate: ExpressibleByArgument {
  public init?(argument: String) {
    switch argument {
    case "deg/s": self = .degreesPerSecond
    case "rad/s": self = .radiansPerSecond
    case "131/(deg/s)": self = .counts131
    default: return nil
    }
  }
}

extension ColumnUnits.Time: ExpressibleByArgument {
  public init?(argument: String) {
    switch argument {
    case "ms": self = .milliseconds
    case "us": self = .microseconds
    case "s": self = .seconds
    default: return nil
    }
  }
}
