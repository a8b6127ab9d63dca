import Foundation

/// Times as the World Magnetic Model counts them: years with a fraction.
public enum DecimalYear {
  /// The decimal year of `text`, a calendar date (2027-03-01) or a decimal year (2027.16); nil for
  /// anything else.
  public static func parse(_ text: String) -> Double? {
    guard let parts = text.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/) else {
      return text.wholeMatch(of: /\d{4}(\.\d*)?/).flatMap { Double($0.0) }
    }
    guard let year = Int(parts.1), let month = Int(parts.2), let day = Int(parts.3) else {
      return nil
    }
    let components = DateComponents(
      calendar: calendar, timeZone: .gmt, year: year, month: month, day: day)
    guard components.isValidDate, let date = components.date else { return nil }
    return Self.year(of: date)
  }

  /// The decimal year of `date`, by the Gregorian calendar in GMT.
  public static func year(of date: Date) -> Double {
    let year = calendar.component(.year, from: date)
    guard let span = calendar.dateInterval(of: .year, for: date) else { return Double(year) }
    return Double(year) + date.timeIntervalSince(span.start) / span.duration
  }

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
