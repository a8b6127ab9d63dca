/// Why a recording could not be read or written: the place, what was found there, what was
/// expected, and what to do next.
public struct RecordingError: Error, Equatable, Sendable {
  /// The file's path as the caller gave it, or the name of what was parsed.
  public var file: String
  /// The line, counted from 1; nil when the error concerns the file as a whole.
  public var line: Int?
  /// What was found, as a description or a quoted excerpt.
  public var found: String
  /// What was expected in its place.
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
  /// The next step if there is no such file.
  static let noSuchFile = "check the path of the file"

  /// File and line, what was found and expected, and what to do next.
  public var description: String {
    if nextStep == Self.noSuchFile { return "\(file): no such file: \(nextStep)" }
    let place = line.map { "\(file), line \($0)" } ?? file
    return "\(place): found \(found), expected \(expected): \(nextStep)"
  }
}
