import QuillonConversions
import QuillonFusion
import QuillonRecognizer

/// Where the samples of a page come from, and how they are recognized.
public struct PageSource: Sendable {
  /// A description of the source, for people.
  public var words: String
  /// Corrects the samples before they are recognized. The charts show the samples as the board
  /// sends them. Nil for no correction.
  public var calibration: SensorCalibration?
  /// The full scales of the board's sensors, as far as they are known.
  public var range: SensorRange
  /// The reference frame in which the motion is shown; nil for the board's own.
  public var frame: ReferenceFrame?
  /// How good the magnetometer's calibration is.
  public var fieldAccuracy = CalibrationAccuracy.uncalibrated
  /// True when nothing but the motion tells of the pen: of a recording without one.
  public var findsPenByMotion = false
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
    words: String, calibration: SensorCalibration? = nil, range: SensorRange = SensorRange(),
    recognizes: Bool = false,
    plane: PlaneRule = PlaneRule()
  ) {
    self.words = words
    self.calibration = calibration
    self.range = range
    self.recognizes = recognizes
    self.plane = plane
  }
}
