/// Why a recording could not be read, or can't be one: where, what stood there, what should have, and
/// what to do next.
public struct RecordingError: Error, Equatable, Sendable {
  /// The file's path as the caller gave it, or the name of what was parsed.
  public var file: String
  /// The line, counted from 1; nil where the trouble is with the file as a whole.
  public var line: Int?
  /// What was found, in words or as a quoted excerpt.
  public var found: String
  /// What belongs in its place.
  public var expected: String
  /// What the user can do, as an imperative.
  public var nextStep: String

  /// An error from its parts.
  public init(
    file: String, line: Int? = nil, found: String, expected: String, nextStep: String
  ) {
    self.file = file
    self.line = line
    self.found = found
    self.expected = expected
    self.nextStep = nextStep
  }
}

extension RecordingError: CustomStringConvertible {
  /// File and line, what was found and expected, and last the next step.
  public var description: String {
    let place = line.map { "\(file), line \($0)" } ?? file
    return "\(place): found \(found), expected \(expected): \(nextStep)"
  }
}
