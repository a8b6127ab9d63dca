import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonTraining

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
  /// True when the pen state comes from the motion alone: for a recording without one.
  public var findsPenByMotion = false
  /// True for a board that nobody holds: simulated, emulated or replayed. It can be paused, and what it writes is neither kept as an
  /// example nor treated as an answer of the test.
  public var isSimulated = false
  /// True for a board on a port, which a person may calibrate and enroll on the page.
  public var canBeSetUp = false
  /// How a telephone gets to its own page, where it is the board; nil for other boards.
  public var phone: PhoneInvitation?
  /// True if the board recognizes letters itself, and its answers count. The page's own reading of
  /// the samples then gives only the ink and the scores.
  public var recognizes: Bool
  /// The writing plane of letters in the air.
  public var plane: PlaneRule
  /// How letters in the air are integrated. A model that is trained on the page remembers it.
  public var stabilizers: StabilizerSettings
  /// How long a letter may be interrupted, ms; nil for what is usual with a pen, without one and with a pointer.
  public var penUpTime: UInt16?
  /// Without a pen, the acceleration that counts as writing, m/s², 0.8…8; nil for what is usual.
  public var sensitivity: Double?

  /// A source from its parts.
  ///
  /// - Parameters:
  ///   - words: A description of the source, for people.
  ///   - calibration: Corrects the samples before they are recognized, or nil.
  ///   - recognizes: True if the board recognizes letters itself.
  ///   - plane: The writing plane of letters in the air.
  public init(
    words: String, calibration: SensorCalibration? = nil, range: SensorRange = SensorRange(),
    recognizes: Bool = false, plane: PlaneRule = PlaneRule(),
    stabilizers: StabilizerSettings = StabilizerSettings(), penUpTime: UInt16? = nil,
    sensitivity: Double? = nil
  ) {
    self.words = words
    self.calibration = calibration
    self.range = range
    self.recognizes = recognizes
    self.plane = plane
    self.stabilizers = stabilizers
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
