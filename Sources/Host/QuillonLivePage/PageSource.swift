import QuillonConversions
import QuillonFusion
import QuillonRecognizer

/// What a page shows: where the samples come from, and how they are taken.
public struct PageSource: Sendable {
  /// What the samples come from, in words.
  public var words: String
  /// What is wrong with the board's sensors, taken off before its samples are recognized; the charts of
  /// what the board sends show it as it is. Nil for nothing.
  public var calibration: SensorCalibration?
  /// The full scales of the board's sensors, as far as they are known.
  public var range: SensorRange
  /// The reference frame in which the motion is shown; nil for the board's own.
  public var frame: ReferenceFrame?
  /// How good the magnetometer's calibration is.
  public var fieldAccuracy = CalibrationAccuracy.uncalibrated
  /// True when nothing but the motion tells of the pen: of a recording without one.
  public var findsPenByMotion = false
  /// True when the board recognizes by itself and its classifications count; the page's own reading of its
  /// samples then only gives the ink and the scores beside them.
  public var recognizes: Bool
  /// The plane that letters in the air are read in.
  public var plane: PlaneRule

  /// A source from its parts.
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
