import Foundation

extension StabilizerSettings {
  /// The settings as the options that give them, each with its value, in the order of the help.
  public var options: [String] {
    [
      "--integration \(integration.rawValue)", "--damping \(text(damping))",
      "--speed-shrinkage \(text(speedShrinkage))",
      "--distance-shrinkage \(text(distanceShrinkage))",
      correctsAtRest ? "--correction-at-rest" : "--no-correction-at-rest",
      "--rest-acceleration \(text(restAcceleration))", "--rest-rate \(text(restRate))",
      "--rest-period \(text(restPeriod))",
      removesDrift ? "--drift-removal" : "--no-drift-removal",
      "--minimum-size \(text(minimumSize))",
    ]
  }

  /// The options whose values differ from those of `other`.
  public func options(differingFrom other: Self) -> [String] {
    zip(options, other.options).filter { $0 != $1 }.map(\.0)
  }

  /// The settings as a line of JSON with the keys in alphabetical order, as a packed model stores them.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // Numbers and words can always be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// The settings in a line that `line` wrote; nil if it is another line, or a value is out of range.
  init?(line: some StringProtocol) {
    guard let settings = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)),
      settings.fault == nil
    else { return nil }
    self = settings
  }

  private func text(_ value: Double) -> String { String(format: "%g", value) }
}
