import QuillonFusion
import QuillonRecognizer
import QuillonTraining

/// What a page shows: where the samples come from, and how they are taken.
public struct PageSource: Sendable {
  /// What the samples come from, in words.
  public var words: String
  /// What is wrong with the board's sensors, taken off before its samples are recognized; the charts of
  /// what the board sends show it as it is. Nil for nothing.
  public var calibration: SensorCalibration?
  /// True when the board recognizes by itself and its classifications count; the page's own reading of its
  /// samples then only gives the ink and the scores beside them.
  public var recognizes: Bool
  /// The plane that letters in the air are read in.
  public var plane: PlaneRule
  /// How letters in the air are integrated. A model that is trained on the page remembers it.
  public var stabilizers: StabilizerSettings

  /// A source from its parts.
  public init(
    words: String, calibration: SensorCalibration? = nil, recognizes: Bool = false,
    plane: PlaneRule = PlaneRule(), stabilizers: StabilizerSettings = StabilizerSettings()
  ) {
    self.words = words
    self.calibration = calibration
    self.recognizes = recognizes
    self.plane = plane
    self.stabilizers = stabilizers
  }
}
