import QuillonConversions
import QuillonFusion
import QuillonNumerics
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
  /// How long a letter may be interrupted, ms; nil for what is usual with a pen, without one and with a pointer.
  public var penUpTime: UInt16?
  /// Without a pen, the acceleration that counts as writing, m/s², 0.8…8; nil for what is usual.
  public var sensitivity: Double?

  /// A source from its parts.
  public init(
    words: String, calibration: SensorCalibration? = nil, range: SensorRange = SensorRange(),
    recognizes: Bool = false, plane: PlaneRule = PlaneRule(), penUpTime: UInt16? = nil,
    sensitivity: Double? = nil
  ) {
    self.words = words
    self.calibration = calibration
    self.range = range
    self.recognizes = recognizes
    self.plane = plane
    self.penUpTime = penUpTime
    self.sensitivity = sensitivity
  }
}

extension PageSource {
  /// The settings of a board with a pen.
  var withPen: WritingSettings { WritingSettings(penUpTime: penUpTime ?? 0, plane: plane) }

  /// The settings of a board without a pen; `usual` holds what the source leaves as it is.
  func withoutPen(_ usual: WritingSettings) -> WritingSettings {
    var settings = usual
    if let penUpTime { settings.penUpTime = penUpTime }
    if let sensitivity { settings.segmenter.beginning = Fixed(sensitivity) }
    return settings
  }
}
