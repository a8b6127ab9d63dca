import QuillonRecognizer

/// What was read of a letter: its ink as the features see it, and what the model makes of it.
public struct LetterReading: Equatable, Sendable {
  /// A point of ink: where it lies in the unit square, y down.
  public struct Point: Equatable, Sendable {
    /// To the right, 0…1.
    public var x: Double
    /// Down, 0…1.
    public var y: Double
  }

  /// A label and its score.
  public struct Score: Equatable, Sendable {
    /// The label.
    public var label: String
    /// The higher, the likelier.
    public var score: Double
  }

  /// Its points; from stroke to stroke there are none.
  public let ink: [Point]
  /// The 27 + 1 zone features, whatever features the model reads.
  public let zones: ZoneFeatures
  /// Every label's score, the best first: the model's own, without what a person has taught it.
  public let scores: [Score]
  /// The larger of its width and height, m, or pixels for a letter on a page.
  public let size: Double
  /// What its ink was divided by: the size, but at least the minimum size.
  public let clippedSize: Double
  /// True if it is smaller than the minimum size.
  public var isTooSmall: Bool { size < clippedSize }

  /// True if ink, zones and scores are the same.
  public static func == (a: Self, b: Self) -> Bool {
    a.ink == b.ink && a.scores == b.scores && a.size == b.size && a.clippedSize == b.clippedSize
      && (0..<ZoneFeatures.count).allSatisfy { a.zones[$0] == b.zones[$0] }
  }
}
