import QuillonFusion
import QuillonRecognizer

/// Where the samples of a page come from, and how they are recognized.
public struct PageSource: Sendable {
  /// A description of the source, for people.
  public var words: String
  /// Corrects the samples before they are recognized. The charts show the samples as the board
  /// sends them. Nil for no correction.
  public var calibration: SensorCalibration?
  /// True if the board recognizes letters itself, and its answers count. The page's own reading of
  /// the samples then gives only the ink and the scores.
  public var recognizes: Bool
  /// The writing plane of letters in the air.
  public var plane: PlaneRule

  /// A source from its parts.
  ///
  /// - Parameters:
  ///   - words: A description of the source, for people.
  ///   - calibration: Corrects the samples before they are recognized, or nil.
  ///   - recognizes: True if the board recognizes letters itself.
  ///   - plane: The writing plane of letters in the air.
  public init(
    words: String, calibration: SensorCalibration? = nil, recognizes: Bool = false,
    plane: PlaneRule = PlaneRule()
  ) {
    self.words = words
    self.calibration = calibration
    self.recognizes = recognizes
    self.plane = plane
  }
}
