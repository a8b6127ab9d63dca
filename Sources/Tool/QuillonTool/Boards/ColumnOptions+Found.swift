import QuillonBridge
import QuillonProtocols

extension ColumnOptions {
  /// Takes what was found for what the options leave open.
  mutating func adopt(_ found: ColumnAssignment) {
    columns = columns ?? found.line
    accelerationUnit = accelerationUnit ?? found.acceleration
    rateUnit = rateUnit ?? found.rate
    timeUnit = timeUnit ?? found.time
  }
}

extension ColumnOptions {
  /// Says that the unit of acceleration that was given is not that of the numbers. Nil if it is, or if they do not tell.
  func contradiction(of found: ColumnAssignment) -> String? {
    guard let given = accelerationUnit, let unit = found.acceleration, given != unit else {
      return nil
    }
    return """
      --acceleration-unit \(given.words) was given, but at rest the numbers are 1 g in \(unit.words): \
      leave it out, and the command finds the unit
      """
  }
}

extension BoardConnection {
  /// What was found, for people: the port, the format, and columns and units if the format has any.
  var words: [String] {
    let units = [
      columns.accelerationUnit.map { "acceleration in \($0.words)" },
      columns.rateUnit.map { "rate in \($0.words)" },
      columns.columns?.split(separator: ",").contains("t") == true
        ? columns.timeUnit.map { "time in \($0.words)" } : nil,
    ].compactMap(\.self).joined(separator: ", ")
    return [
      "Port: \(transport.path), \(baud) baud", "Format: \(format.name), \(format.boards)",
      columns.columns.map { "Columns: \($0)" }, units.isEmpty ? nil : "Units: \(units)",
    ].compactMap(\.self)
  }
}

extension ColumnAssignment {
  /// Takes the units that count: those that were given are not asked for.
  mutating func adopt(_ options: ColumnOptions) {
    acceleration = options.accelerationUnit ?? acceleration
    if names.contains("gx") { rate = options.rateUnit ?? rate }
    time = options.timeUnit ?? time
  }

  /// What was taken for what, and how to name it if that is wrong.
  var words: String {
    let units =
      [
        acceleration.map { "acceleration in \($0.words)" }, rate.map { "rate in \($0.words)" },
        names.contains("t") ? "time in \(time.words)" : nil,
      ].compactMap(\.self).joined(separator: ", ")
    let taken = "no header: the \(names.count) columns are taken for \(line)"
    guard isCertain else {
      return """
        \(taken), the usual order, because the numbers do not tell. Hold the board still and start \
        again, or name the columns: --columns \(line)
        """
    }
    return "\(taken) (\(units)). If that is wrong, name them: --columns \(line)"
  }
}

extension ColumnUnits.Acceleration {
  /// As the option names it.
  fileprivate var words: String {
    switch self {
    case .gravities: "g"
    case .milligravities: "mg"
    case .metersPerSecondSquared: "m/s2"
    case .counts256: "256/g"
    case .counts2048: "2048/g"
    case .counts4096: "4096/g"
    case .counts8192: "8192/g"
    case .counts16384: "16384/g"
    }
  }
}

extension ColumnUnits.Rate {
  /// As the option names it.
  fileprivate var words: String {
    switch self {
    case .degreesPerSecond: "deg/s"
    case .radiansPerSecond: "rad/s"
    case .counts131: "131/(deg/s)"
    }
  }
}

extension ColumnUnits.Time {
  /// As the option names it.
  fileprivate var words: String {
    switch self {
    case .milliseconds: "ms"
    case .microseconds: "us"
    case .seconds: "s"
    }
  }
}
