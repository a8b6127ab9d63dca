import ArgumentParser
import QuillonBridge
import QuillonFusion
import QuillonRecordings

/// In which reference frame a live board's motion is reported.
struct MotionOptions: ParsableArguments {
  @OptionGroup var frame: FrameOptions

  @Flag(
    help: """
      Tell attitudes relative to the first one that is known well, as if the board had then been \
      flat and straight ahead.
      """)
  var relative = false

  /// True if attitudes are to be reported beside letters.
  var isWanted: Bool { relative || frame.frame != nil }

  /// Lets `bridge` report motion so, with a magnetometer calibrated by the file that `calibration` names.
  func apply(to bridge: Bridge, _ calibration: CalibrationOptions) throws {
    bridge.frame = frame.reference
    bridge.fieldAccuracy = try calibration.fieldAccuracy()
    if relative { bridge.resetReference() }
  }
}

extension CalibrationOptions {
  /// How good the magnetometer's calibration is in the file that is named.
  func fieldAccuracy() throws -> CalibrationAccuracy {
    try calibration.flatMap { try CalibrationFile(contentsOf: $0).magnetometerAccuracy }
      ?? .uncalibrated
  }
}
