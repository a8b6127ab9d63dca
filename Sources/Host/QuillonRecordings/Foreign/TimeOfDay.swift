import QuillonConversions

/// Dates and times of day, as loggers write them.
enum TimeOfDay {
  /// The seconds of `2024-01-31T12:34:56.789Z`, `31.01.2024 12:34:56`, `1/31/2024 1:34:56.789 PM`, `20240131T123456.789`, `31-Jan-2024
  /// 12:34:56`, `Wed Jan 31 12:34:56.789 2024`, `12:34:56:789` or `34:56.789`; nil for any other text. They count from 1970 if it is
  /// clear which number is the year, the month and the day, otherwise from midnight. The zone does not count: times are compared with
  /// others of the same table.
  static func seconds(_ text: String) -> Double? {
    var text = Substring(plain(text.uppercased()))
    let isAfternoon = text.hasSuffix("PM")
    let hasHalves = isAfternoon || text.hasSuffix("AM")
    if hasHalves { text = text.dropLast(2) }
    while let last = text.last, last == " " || last == "Z" { text.removeLast() }
    let separator = text.firstIndex { $0 == "T" || $0 == " " } ?? text.firstIndex(of: "_")
    var (date, clock): (Substring?, Substring) = (nil, text)
    if let separator, text[separator] != "_" || !text[..<separator].utf8.contains(UInt8(ascii: ":"))
    {
      (date, clock) = (text[..<separator], text[text.index(after: separator)...])
    }
    guard var seconds = secondsOfDay(clock, isAlone: date == nil) else { return nil }
    if hasHalves, seconds < 46_800 {
      let noon = 43_200.0
      if seconds >= noon { seconds -= noon }
      if isAfternoon { seconds += noon }
    }
    guard let date else { return seconds }
    guard let day = day(date) else { return nil }
    return (day ?? 0) * 86_400 + seconds
  }

  /// True for a date and a time of day in digits alone, to the second or the millisecond: `20240131123456789`. Such a text is a number, too.
  static func isDate(_ text: String) -> Bool {
    let digits = text.utf8.prefix { $0 &- UInt8(ascii: "0") < 10 }.map {
      Int($0 &- UInt8(ascii: "0"))
    }
    guard digits.count == 14 || digits.count == 17, text.hasPrefix("19") || text.hasPrefix("20")
    else {
      return false
    }
    let pairs = stride(from: 4, to: 14, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
    return (1...12).contains(pairs[0]) && (1...31).contains(pairs[1]) && pairs[2] < 24
      && pairs[3] < 60 && pairs[4] < 60
  }

  private static let months = [
    "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
  ]

  /// The text of a date whose month is a word, or which is of digits alone, with its parts in the usual order and with marks between them.
  private static func plain(_ text: String) -> String {
    if isDate(text) {
      let (day, clock) = (text.prefix(8), text.dropFirst(8))
      let rest = clock.dropFirst(6).drop { $0 == "." }
      return "\(day)T\(clock.prefix(6))" + (rest.isEmpty ? "" : ".\(rest)")
    }
    // The name of a month has at least three letters.
    guard text.utf8.count(where: { $0 >= UInt8(ascii: "A") }) >= 3 else { return text }
    let words = text.split { " ,-/".contains($0) }
    guard
      let place = words.firstIndex(where: { word in
        word.count >= 3 && word.allSatisfy(\.isLetter) && months.contains(String(word.prefix(3)))
      }), let month = months.firstIndex(of: String(words[place].prefix(3)))
    else { return text }
    let numbers = words.filter { $0.allSatisfy(\.isNumber) }
    guard let year = numbers.first(where: { $0.count == 4 }),
      let day = numbers.first(where: { $0.count < 3 }),
      let clock = words.first(where: { $0.contains(":") })
    else { return text }
    let half = words.last == "AM" || words.last == "PM" ? " \(words[words.count - 1])" : ""
    return "\(year)-\(month + 1)-\(day) \(clock)\(half)"
  }

  /// Hours, minutes and seconds; minutes and seconds with a fraction if nothing stands before them.
  private static func secondsOfDay(_ text: Substring, isAlone: Bool) -> Double? {
    var clock = text.replacing(",", by: ".")
    if clock.utf8.contains(UInt8(ascii: ":")) {
      clock = String(clock.prefix { $0 != "+" && $0 != "-" })
    } else if clock.utf8.contains(UInt8(ascii: "-")) {
      clock = clock.replacing("-", by: ":")
    } else if !isAlone, clock.prefix(while: \.isNumber).count == 6 {
      let digits = Array(clock.prefix { $0 != "+" })
      clock = "\(String(digits[..<2])):\(String(digits[2..<4])):\(String(digits[4...]))"
    }
    var parts = clock.split { $0 == ":" || $0 == "_" }.map(String.init)
    // The last of four is a fraction.
    if parts.count == 4 {
      let fraction = parts.removeLast()
      parts[2] += "." + fraction
    }
    let numbers = parts.compactMap { Double(decimal: $0) }
    guard numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    switch numbers.count {
    case 3: return numbers[0] * 3_600 + numbers[1] * 60 + numbers[2]
    case 2 where isAlone && parts[1].contains("."): return numbers[0] * 60 + numbers[1]
    default: return nil
    }
  }

  /// The days since 1970 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil). An inner nil is a date whose
  /// order is not certain, an outer one no date.
  private static func day(_ text: Substring) -> Double?? {
    var parts = text.split { $0 == "-" || $0 == "/" || $0 == "." }.map(String.init)
    if parts.count == 1, text.count == 8 {
      parts = [String(text.prefix(4)), String(text.dropFirst(4).prefix(2)), String(text.suffix(2))]
    }
    let numbers = parts.compactMap { Int($0) }
    guard parts.count == 3, numbers.count == 3 else { return nil }
    if text.contains("."), parts[2].count == 4 { return days(numbers[2], numbers[1], numbers[0]) }
    guard parts[0].count == 4 else { return .some(nil) }
    return days(numbers[0], numbers[1], numbers[2])
  }

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Double?? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let year = month > 2 ? year : year - 1
    let era = year / 400
    let ofEra = year - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let all = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    return .some(Double(all))
  }
}
