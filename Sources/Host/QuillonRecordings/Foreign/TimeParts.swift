import QuillonSerialFormats

/// A time that is written in several columns: a date, a time of day and the milliseconds of its second, or a number for each part.
struct TimeParts {
  /// Names of the parts, in small letters.
  private static let parts: [[String]] = [
    ["year", "yyyy", "yy"], ["month", "mon"], ["day", "dd"], ["hour", "hours", "hh", "h"],
    ["minute", "minutes", "min", "mins"], ["second", "seconds", "sec", "secs", "ss"],
    ["millisecond", "milliseconds", "ms", "msec", "millis"],
  ]

  /// The columns of year, month, day, hour, minute, second and millisecond; nil for those that are not there.
  private var numbers: [Int?] = []
  /// The columns of a date and of a time of day in words, if there are no numbers for them.
  private var (date, clock): (Int?, Int?)

  /// The time that these names of columns and first rows have in several columns. Nil for any other table.
  init?(_ names: [String], _ rows: [TableLine]) {
    let names = names.map { name in
      String(name.lowercased().prefix { !"([{".contains($0) }.filter { $0.isLetter })
    }
    let found = Self.parts.map { part in names.firstIndex(where: part.contains) }
    let milliseconds = found[6].flatMap { column in
      rows.allSatisfy { $0.number(column).map { $0 >= 0 && $0 < 1_000 } ?? false } ? column : nil
    }
    if let hour = found[3], let minute = found[4], let second = found[5],
      rows.allSatisfy({ row in [hour, minute, second].allSatisfy { row.number($0) != nil } })
    {
      numbers = found.prefix(6) + [milliseconds]
      return
    }
    guard let milliseconds, let clock = names.firstIndex(of: "time"), !rows.isEmpty,
      rows.allSatisfy({ row in
        row.fields.indices.contains(clock) && row.fields[clock].contains(":")
          && TimeOfDay.seconds(row.fields[clock]).map { $0 == $0.rounded() } ?? false
      })
    else { return nil }
    numbers = [nil, nil, nil, nil, nil, nil, milliseconds]
    self.clock = clock
    date = names.firstIndex(of: "date").flatMap { date in
      rows.allSatisfy { Self.seconds($0, date, clock) != nil } ? date : nil
    }
  }

  /// All its columns.
  var columns: [Int] { (numbers + [date, clock]).compactMap(\.self) }

  /// True if it counts days, too.
  var hasDate: Bool { date != nil || numbers[0] != nil && numbers[1] != nil && numbers[2] != nil }

  private static func seconds(_ row: TableLine, _ date: Int, _ clock: Int) -> Double? {
    guard row.fields.indices.contains(date), row.fields.indices.contains(clock) else { return nil }
    return TimeOfDay.seconds("\(row.fields[date]) \(row.fields[clock])")
  }

  /// The time in a row, s.
  func seconds(_ row: TableLine) -> Double? {
    let values = numbers.map { column in column.map { row.number($0) } ?? 0 }
    guard !values.contains(where: { $0 == nil }) else { return nil }
    let parts = values.compactMap(\.self)
    let milliseconds = parts[6] * 1e-3
    if let clock {
      guard row.fields.indices.contains(clock) else { return nil }
      let whole = date.map { Self.seconds(row, $0, clock) } ?? TimeOfDay.seconds(row.fields[clock])
      return whole.map { $0 + milliseconds }
    }
    let ofDay = parts[3] * 3_600 + parts[4] * 60 + parts[5] + milliseconds
    guard hasDate else { return ofDay }
    let text = parts.prefix(3).map { "\(Int($0))" }
    let padded = text.map { $0.count < 2 ? "0" + $0 : $0 }.joined(separator: "-")
    return TimeOfDay.seconds("\(padded) 00:00:00").map { $0 + ofDay }
  }
}
