import ArgumentParser
import QuillonBridge
import QuillonConversions
import QuillonSerialFormats

/// The columns and units of lines of numbers.
struct ColumnOptions: ParsableArguments {
  @Option(help: "The columns in their order, named as in a header: t,ax,ay,az,gx,gy,gz.")
  var columns: String?

  @Option(
    help: """
      The unit of acceleration: g, mg, m/s2, mm/s2, or counts: 256/g, 2048/g … 16384/g. Without this \
      option, the command finds the unit while the board is at rest.
      """
  )
  var accelerationUnit: ColumnUnits.Acceleration?

  @Option(
    help: """
      The unit of angular rate: deg/s, mdeg/s, rad/s, or counts: 131/(deg/s), 65.5/(deg/s), \
      32.8/(deg/s), 16.4/(deg/s), of ST's sensors 114.3/(deg/s), 57.1/(deg/s), 28.6/(deg/s), \
      14.3/(deg/s). Without this option, a header or the motion gives it, otherwise it is the unit \
      that usually goes with the unit of acceleration.
      """)
  var rateUnit: ColumnUnits.Rate?

  @Option(
    help:
      "The unit of time: s, ms, us, ns. Without this option, a header or the steps of time give it."
  )
  var timeUnit: ColumnUnits.Time?

  @Option(
    help:
      "The unit of the magnetic field: uT, mG, G, nT. Without this option, a header or the length of the field gives it."
  )
  var fieldUnit: ColumnUnits.Field?

  func validate() throws {
    guard let columns else { return }
    let names = columns.split { ",; \t".contains($0) }.map(String.init)
    var seen: [String: String] = [:]
    for name in names {
      let heading = ColumnHeading(name.utf8)
      guard let quantity = heading.quantity,
        heading.axis != nil || quantity == .time || quantity == .pen
      else { continue }
      let meaning = "\(quantity) \(heading.axis ?? 0)"
      if let other = seen[meaning] {
        throw ValidationError(
          "--columns names the same column twice, \(other) and \(name): name those that are not to be read other, as in other,ax,ay,az."
        )
      }
      seen[meaning] = name
    }
    let headings = names.map { ColumnHeading($0.utf8) }
    let incomplete = ColumnHeading.incompleteVectors { quantity, axis in
      headings.contains { $0.quantity == quantity && $0.axis == axis }
    }
    if let vector = incomplete.first {
      throw ValidationError(
        "--columns: \(vector). Name all three, or name those that are not to be read other.")
    }
    guard !seen.isEmpty else {
      throw ValidationError(
        "--columns \(columns) names no column that is read: names are t, ax, ay, az, gx, gy, gz, mx, my, mz, qw, qx, qy, qz, pen, and other."
      )
    }
  }

  /// The options.
  var given: GivenOptions {
    [
      "--columns": columns != nil, "--acceleration-unit": accelerationUnit != nil,
      "--rate-unit": rateUnit != nil, "--time-unit": timeUnit != nil,
      "--field-unit": fieldUnit != nil,
    ]
  }

  /// The units in which a format is read: those that are given or found, else the ones that i2cdevlib's lines usually have.
  func units(of format: BoardFormat) -> ColumnUnits {
    guard format.name == "tagged" else { return units }
    return ColumnUnits(
      acceleration: accelerationUnit ?? .counts16384, rate: rateUnit ?? .counts131)
  }

  /// A format as these options change it: lines of numbers, and the units of i2cdevlib's lines.
  ///
  /// - Parameter keepsHeader: True if the named columns count more than a header of the board.
  func completed(_ format: BoardFormat, keepsHeader: Bool) -> BoardFormat {
    switch format.name {
    case "csv": .columns(in: units, keepsHeader: keepsHeader && columns != nil)
    case "tagged": .taggedLines(in: units)
    default: format
    }
  }

  /// What is assumed of the format and can't be seen in its lines; nil for nothing.
  ///
  /// - Parameter beginning: The first bytes, as far as they are known.
  func assumption(of format: BoardFormat, in beginning: some Collection<UInt8>) -> String? {
    guard format.name == "tagged", accelerationUnit == nil,
      beginning.isEmpty || String(decoding: beginning, as: UTF8.self).contains("areal")
    else { return nil }
    return """
      areal is taken for 8192/g, as MotionApps 2.0 sends it. If the sketch includes MotionApps 6.12, give \
      --acceleration-unit 16384/g; with 4.1, 4096/g
      """
  }

  /// The units that the options name.
  var units: ColumnUnits {
    ColumnUnits(
      acceleration: accelerationUnit, rate: rateUnit, time: timeUnit, field: fieldUnit)
  }

  /// The number of columns that are named. Nil if none are.
  var count: Int? { columns?.split { ",; \t".contains($0) }.count }

  /// The header line that the board should have sent first. Empty for none.
  var header: [UInt8] { columns.map { Array(($0 + "\n").utf8) } ?? [] }
}

// What errors and the help list as values are the names that can be typed.

extension ColumnUnits.Acceleration: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }

  public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension ColumnUnits.Rate: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }

  public static var allValueStrings: [String] { allCases.map(\.name) }

  /// Shells complete the names without brackets, which are marks of their own.
  public static var defaultCompletionKind: CompletionKind {
    .list(allValueStrings.filter { !$0.contains("(") })
  }
}

extension ColumnUnits.Time: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }

  public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension ColumnUnits.Field: ExpressibleByArgument {
  public init?(argument: String) { self.init(named: argument) }

  public static var allValueStrings: [String] { allCases.map(\.name) }
}
