import ArgumentParser

/// Options of a command line, each with true if it was given.
struct GivenOptions: ExpressibleByDictionaryLiteral {
  /// The names of those that were given.
  private var names: [String]

  init(dictionaryLiteral options: (String, Bool)...) {
    names = options.filter(\.1).map(\.0)
  }

  /// True if none was given.
  var isEmpty: Bool { names.isEmpty }

  /// Both lists in one.
  static func + (left: Self, right: Self) -> Self {
    var both = left
    both.names += right.names
    return both
  }

  /// Refuses these options beside `other` if that was given: they would have no effect.
  ///
  /// - Throws: `ValidationError`, which advises to leave them out.
  func refuse(beside other: String, _ isGiven: Bool = true) throws {
    guard isGiven, !names.isEmpty else { return }
    throw ValidationError("\(words) no effect beside \(other): leave out \(list).")
  }

  /// Refuses these options without `other`, which they need for any effect.
  ///
  /// - Throws: `ValidationError`, which advises to add `other`.
  func refuse(without other: String, unless isGiven: Bool) throws {
    guard !isGiven, !names.isEmpty else { return }
    throw ValidationError(
      "\(words) no effect without \(other): add \(other), or leave out \(list).")
  }

  private var words: String { "\(list) \(names.count == 1 ? "has" : "have")" }

  private var list: String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
