import QuillonSystem

/// A labeled vector of features, the input of a recognizer's last stage.
public struct FeatureSample: Equatable, Sendable {
  /// How many numbers a vector has: three for each of the nine zones, and the constant 1.
  public static let valueCount = 28

  /// The label that the writer intended.
  public var label: String
  /// Who wrote it, if known.
  public var writer: String?
  /// 28 numbers without a unit. For each of the zones 0…8: the share of time, then the displacement
  /// to the right and the displacement down inside the zone, in units of the letter's size. The
  /// last number is the constant 1.
  public var values: [Double]

  /// The ways to write such a vector in a line of text.
  public enum Format: Sendable {
    /// `{"label":"A","writer":"w1","x":[…]}`
    case jsonLines
    /// `('A', […]),`: the lines of a Python list. The writer is left out.
    case tuples
  }

  /// A sample from its parts; `values` should be 28 numbers.
  public init(label: String, writer: String? = nil, values: [Double]) {
    self.label = label
    self.writer = writer
    self.values = values
  }
}
