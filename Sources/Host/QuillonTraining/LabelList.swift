/// Labels as a person types them: `A-Z`, `ABC`, `A-C<shake><circle>`.
public struct LabelList: Equatable, Sendable {
  /// The labels in their order; each occurs once.
  public let labels: [String]

  /// The labels in `text`: characters, ranges of ASCII letters or digits such as `A-Z`, and names
  /// of more than one character in angle brackets. Spaces and commas are skipped.
  ///
  /// Nil for a text without labels, a bracket without its partner, an empty name, a name with other
  /// characters than letters, digits and underscores, or a range that falls.
  public init?(_ text: String) {
    var found: [String] = []
    var rest = text.filter { $0 != " " && $0 != "," }[...]
    while let first = rest.popFirst() {
      if first == "<" {
        guard let end = rest.firstIndex(of: ">") else { return nil }
        found.append(String(rest[..<end]))
        rest = rest[rest.index(after: end)...]
      } else if rest.first == "-" {
        rest.removeFirst()
        guard let last = rest.popFirst(), let range = Self.range(first, last) else { return nil }
        found += range
      } else {
        found.append(String(first))
      }
    }
    let isValid = found.allSatisfy { label in
      !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    guard isValid, !found.isEmpty else { return nil }
    labels = found.enumerated().filter { !found[..<$0].contains($1) }.map(\.element)
  }

  /// The labels of a text that a simulated person can write: names in angle brackets.
  public static func text(of labels: [String]) -> String {
    labels.map { $0.count == 1 ? $0 : "<\($0)>" }.joined()
  }

  private static func range(_ first: Character, _ last: Character) -> [String]? {
    guard let low = first.asciiValue, let high = last.asciiValue, low <= high,
      first.isLetter && last.isLetter && first.isUppercase == last.isUppercase
        || first.isNumber && last.isNumber
    else { return nil }
    return (low...high).map { String(UnicodeScalar($0)) }
  }
}
