import ArgumentParser
import QuillonBridge
import QuillonConversions
import QuillonNumerics
import QuillonRecognizer

/// How letters are separated from what is between them.
struct WritingOptions: ParsableArguments {
  @Option(
    help: """
      Without a pen: the acceleration that counts as writing, 0.8 to 8 m/s². A smaller value \
      finds gentler writing. The default is \(usualSensitivity).
      """)
  var sensitivity: Double?

  /// The default of --sensitivity, m/s².
  static let usualSensitivity = 1.3

  @Option(
    help: """
      How long a letter may be interrupted, 0 to 5000 ms. With a pen: how long the pen may be \
      lifted within a letter (300 suits many people). Without a pen: how soon the hand must \
      write on after a rest. Each letter comes later by this time. With 0, every stroke is a \
      letter. The default is 0 with a pen and 800 without one.
      """)
  var penUpTime: UInt16?

  func validate() throws {
    if let sensitivity, !(0.8...8).contains(sensitivity) {
      throw ValidationError("\(sensitivity) m/s² is no sensitivity: give 0.8 to 8.")
    }
    guard penUpTime ?? 0 <= 5_000 else {
      throw ValidationError("--pen-up-time is 0 to 5000 ms.")
    }
  }

  /// The settings of a board with a pen, for letters in the plane `rule`.
  func withPen(_ rule: PlaneRule) -> WritingSettings {
    WritingSettings(penUpTime: penUpTime ?? 0, plane: rule)
  }

  /// The settings of a board without a pen; `usual` holds what no option changes.
  func withoutPen(_ usual: WritingSettings) -> WritingSettings {
    var settings = usual
    settings.segmenter.beginning = Fixed(sensitivity ?? Self.usualSensitivity)
    if let penUpTime { settings.penUpTime = penUpTime }
    return settings
  }
}
