import QuillonTraining

/// What the controls of the page stand at: kept for all browsers, saved with the examples, and loaded with them.
public struct PageSettings: Codable, Equatable, Sendable {
  /// The label that strokes would be kept as.
  public var label = "A"
  /// How many percent of each label's examples are held out when a model is learned, 0…50.
  public var holdOut = 20
  /// What is learned.
  public var learner = Learner.automatic
  /// The labels of the test, as in `A-Z<shake>`, and how many rounds of them.
  public var testLabels = "A-Z"
  public var testTimes = 3
  /// How often the page draws, ms.
  public var interval = 100
  /// True if the page shows what is being written while the hand moves.
  public var isContinuous = false

  /// The settings of a page that nobody has changed.
  public init() {}

  /// True if every value is one that the page's controls have. The texts may be no labels: whoever uses them gets an error.
  var isValid: Bool {
    (0...50).contains(holdOut) && testLabels.count <= PageCommand.maximumListLength
      && (1...LetterTest.maximumTimes).contains(testTimes) && (40...1_000).contains(interval)
  }
}
