import QuillonFileOutput

/// A labelled vector of features, as a recognizer's last stage gets it.
public struct FeatureSample: Equatable, Sendable {
  /// How many numbers a vector has: three for each of nine zones, and the constant 1.
  public static let valueCount = 28

  /// What the writer meant.
  public var label: String
  /// Who wrote it, if known.
  public var writer: String?
  /// 28 numbers without unit: for the zones 0…8 the share of time, then the way to the right and
  /// the way down inside the zone in units of the letter's size; last the constant 1.
  public var values: [Double]

  /// The ways to write such a vector in a line of text.
  public enum Format: Sendable {
    /// `{"label":"A","writer":"w1","x":[…]}`
    case jsonLines
    /// `('A', […]),`: the lines of a list in Python. Without the writer.
    case tuples
  }

  /// A sample from its parts; `values` should be 28 numbers.
  public init(label: String, writer: String? = nil, values: [Double]) {
    self.label = label
    self.writer = writer
    self.values = values
  }
}
