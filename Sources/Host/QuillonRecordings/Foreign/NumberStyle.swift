import QuillonSerialFormats

/// How the numbers of a table are written.
///
/// A comma is the decimal point where another mark separates. Thousands may be grouped by apostrophes, by blanks, or by the one of comma and
/// point that is not the decimal point. A unit may stand behind a number, brackets around it, and the minus sign of printers before it.
struct NumberStyle {
  /// The byte between fields.
  let separator: UInt8
  /// The comma or point that groups the thousands of a column. Without it, `1.234` is a little more than 1.
  private(set) var groups: [Int: Character] = [:]
  /// The unit behind the numbers of a column.
  var units: [Int: String] = [:]

  /// The columns in which a comma is the decimal point although commas separate, between quotes.
  private var commas: Set<Int> = []
  /// The columns with a number that has no comma, and those with one whose comma may group thousands.
  private var (plainColumns, groupedColumns) = (Set<Int>(), Set<Int>())
  /// True if commas between quotes group thousands: a column has numbers with such a comma and without one, and none has a decimal comma.
  private var hasQuotedThousands: Bool {
    separator == UInt8(ascii: ",") && commas.isEmpty
      && !plainColumns.isDisjoint(with: groupedColumns)
  }

  /// A style without groups and units.
  init(separator: UInt8) { self.separator = separator }

  /// What stands for a missing number, in small letters.
  static let missing: Set<String> = [
    "", "nan", "-nan", "n/a", "#n/a", "na", "null", "none", "inf", "+inf", "-inf", "-", "--", "ovf",
  ]

  /// The number that a field of a column holds; nil for any other text.
  func number(_ text: String, column: Int) -> Double? {
    let group = groups.isEmpty ? nil : groups[column]
    if group == nil || !text.contains(where: { $0 == group }), let number = plain(text, column) {
      return number
    }
    // A time of day is no number. This saves the other ways to read one.
    return text.utf8.contains(UInt8(ascii: ":")) ? nil : unusual(text, column)
  }

  /// The unit behind the number in a field; nil if there is none.
  static func unit(of text: String) -> String? {
    let number = text.prefix { $0.isNumber || "+-\u{2212}.,' ".contains($0) }
    let unit = text[number.endIndex...]
    guard number.contains(where: \.isNumber), !unit.isEmpty else { return nil }
    let read = ColumnHeading("x (\(unit))".utf8).unit
    return read == nil || read == .other ? nil : String(unit)
  }

  /// Looks at a field for the mark that groups thousands, one that stands twice or before the decimal point, and for a decimal comma.
  mutating func look(at text: String, column: Int) {
    guard groups[column] == nil else { return }
    if plain(text, column) != nil {
      if !text.contains(",") { plainColumns.insert(column) }
      return
    }
    let text = bare(text, column)
    if Self.ungrouped(text, ",", ".") != nil { groupedColumns.insert(column) }
    if let comma = text.firstIndex(of: ","), text[comma...].count != 4 || text.hasPrefix("0"),
      Double(decimal: text.replacing(",", by: ".")) != nil
    {
      commas.insert(column)
    }
    for (mark, point) in [(",", "."), (".", ",")] as [(Character, Character)]
    where text.count(where: { $0 == mark }) > 1 || text.contains(point) {
      if Self.ungrouped(text, mark, point) != nil { groups[column] = mark }
    }
  }

  private func plain(_ text: String, _ column: Int) -> Double? {
    let isPoint = separator != UInt8(ascii: ",") || !commas.isEmpty && commas.contains(column)
    return Double(decimal: isPoint ? text.replacing(",", by: ".") : text)
  }

  /// A number with whatever else may stand in its field.
  private func unusual(_ text: String, _ column: Int) -> Double? {
    let text = bare(text, column)
    for mark in "' \u{2019}\u{A0}\u{202F}\u{2009}" where text.contains(mark) {
      return Self.ungrouped(text, mark, text.contains(",") ? "," : ".").flatMap {
        plain($0, column)
      }
    }
    if let group = groups[column],
      let number = Self.ungrouped(text, group, group == "," ? "." : ",")
    {
      return plain(number, column)
    }
    if hasQuotedThousands, let number = Self.ungrouped(text, ",", ".") {
      return plain(number, column)
    }
    // The exponents of Fortran.
    return plain(text.replacing("D", by: "E"), column)
  }

  /// The text without its unit, brackets and printers' marks.
  private func bare(_ text: String, _ column: Int) -> String {
    // The minus sign begins with the byte E2 in UTF-8. To look for that is faster.
    var text = text.utf8.contains(0xE2) ? text.replacing("\u{2212}", with: "-") : text
    if let unit = units[column], text.hasSuffix(unit) { text.removeLast(unit.count) }
    let brackets = "()[]{} "
    return String(text.drop { brackets.contains($0) }.trimmingSuffix { brackets.contains($0) })
  }

  /// The digits of a number whose thousands are grouped, with a decimal point; nil for any other text.
  private static func ungrouped(_ text: String, _ mark: Character, _ point: Character) -> String? {
    let sign = text.prefix { "+-".contains($0) }
    let parts = text[sign.endIndex...].split(
      separator: point, maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first else { return nil }
    let groups = whole.split(separator: mark, omittingEmptySubsequences: false)
    guard groups.count > 1, (1...3).contains(groups[0].count), groups[0] != "0",
      groups.dropFirst().allSatisfy({ $0.count == 3 }),
      groups.allSatisfy({ $0.allSatisfy(\.isNumber) })
    else { return nil }
    return sign + groups.joined() + (parts.count > 1 ? "." + parts[1] : "")
  }
}

extension StringProtocol {
  /// The text up to its last character that does not fit.
  fileprivate func trimmingSuffix(while fits: (Character) -> Bool) -> SubSequence {
    var end = endIndex
    while end > startIndex, fits(self[index(before: end)]) { end = index(before: end) }
    return self[..<end]
  }
}
