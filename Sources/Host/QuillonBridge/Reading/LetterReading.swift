import QuillonRecognizer

/// The ink of a letter as the features see it, and the scores of the model.
public struct LetterReading: Equatable, Sendable {
  /// A point of ink in the unit square.
  public struct Point: Equatable, Sendable {
    /// The position to the right, 0…1.
    public var x: Double
    /// The position downward, 0…1.
    public var y: Double
  }

  /// A label and its score.
  public struct Score: Equatable, Encodable, Sendable {
    /// The label.
    public var label: String
    /// The score. The higher, the more likely.
    public var score: Double

    /// A label with its score.
    public init(label: String, score: Double) {
      self.label = label
      self.score = score
    }
  }

  /// The points of the ink. The moves between strokes have no points.
  public let ink: [Point]
  /// The 27 + 1 zone features. They are there for every model, even if it uses other features.
  public let zones: ZoneFeatures
  /// The scores of all labels that may be answers, the best first. They are the model's own, without a person's layer.
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
