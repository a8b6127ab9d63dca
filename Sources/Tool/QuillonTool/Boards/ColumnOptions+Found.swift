import QuillonBridge
import QuillonConversions
import QuillonRecordings
import QuillonSerialFormats

extension ColumnOptions {
  /// Uses what was found where the options leave it open.
  mutating func adopt(_ found: ColumnAssignment) {
    columns = columns ?? found.line
    accelerationUnit = accelerationUnit ?? found.acceleration
    rateUnit = rateUnit ?? found.rate
    timeUnit = timeUnit ?? found.time
  }
}

extension ColumnOptions {
  /// Uses what the first lines show where the options leave it open.
  ///
  /// - Parameters:
  ///   - named: The units of columns that have names, and remarks about them; nil for other lines.
  ///   - found: What columns without names hold; nil for other lines, and if they do not show it.
  /// - Returns: Which meaning was assigned to what, and why.
  mutating func complete(
    by named: (units: ColumnUnits, remarks: [String])?, _ found: ColumnAssignment?
  ) -> [String] {
    var words: [String] = []
    if let (units, remarks) = named {
      accelerationUnit = accelerationUnit ?? units.acceleration
      rateUnit = rateUnit ?? units.rate
      timeUnit = timeUnit ?? units.time
      fieldUnit = fieldUnit ?? units.field
      words += remarks.map { "the columns have names: \($0)" }
      if !remarks.isEmpty {
        words.append(
          "if that is wrong: --acceleration-unit, --rate-unit, --time-unit and --field-unit count more"
        )
      }
    }
    if var found {
      if let warning = contradiction(of: found) { words.append(warning) }
      adopt(found)
      found.adopt(self)
      words.append(found.words)
    }
    return words
  }
}

extension ColumnOptions {
  /// A warning that the given unit of acceleration is not that of the numbers. Nil if it is, or if they do not show it.
  func contradiction(of found: ColumnAssignment) -> String? {
    guard let given = accelerationUnit, let unit = found.acceleration, given != unit else {
      return nil
    }
    return """
      --acceleration-unit \(given.name) was given, but at rest the numbers are 1 g in \(unit.name): \
      leave it out, and the command finds the unit
      """
  }
}

extension BoardConnection {
  /// What was found, for people: the port, the format, and columns and units if the format has any.
  var words: [String] {
    let units = [
      columns.accelerationUnit.map { "acceleration in \($0.name)" },
      columns.rateUnit.map { "rate in \($0.name)" },
      columns.columns?.split(separator: ",").contains("t") == true
        ? columns.timeUnit.map { "time in \($0.name)" } : nil,
    ].compactMap(\.self).joined(separator: ", ")
    return [
      "Port: \(transport.path), \(baud) baud", "Format: \(format.name), \(format.boards)",
      columns.columns.map { "Columns: \($0)" }, units.isEmpty ? nil : "Units: \(units)",
    ].compactMap(\.self)
  }
}

extension ColumnAssignment {
  /// Adopts the units that were given; the others stay.
  mutating func adopt(_ options: ColumnOptions) {
    acceleration = options.accelerationUnit ?? acceleration
    if names.contains("gx") { rate = options.rateUnit ?? rate }
    time = options.timeUnit ?? time
  }

  /// How the columns were interpreted, and how to name them if that is wrong.
  var words: String {
    let units =
      [
        acceleration.map { "acceleration in \($0.name)" }, rate.map { "rate in \($0.name)" },
        names.contains("t") ? "time in \(time.name)" : nil,
      ].compactMap(\.self).joined(separator: ", ")
    let taken = "no header: the \(names.count) columns are taken for \(line)"
    if let objection {
      return "warning: \(taken), but \(objection); or name the columns: --columns \(line)"
    }
    guard isCertain else {
      return """
        \(taken), the usual order, because the numbers do not tell. Hold the board still and start \
        again, or name the columns: --columns \(line)
        """
    }
    return "\(taken) (\(units)). If that is wrong, name them: --columns \(line)"
  }
}
