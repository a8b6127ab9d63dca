/// Which optional messages this build of the protocol reads and writes.
enum WireFeatures {
  /// True if it supports the messages for on-device training, types 11 to 13. This is the package
  /// trait `DeviceTraining`. Firmware without training leaves it out to save code.
  static var deviceTraining: Bool {
    #if DeviceTraining
      true
    #else
      false
    #endif
  }

  /// True if a board reads raw samples, calibrations and settings of writing. This is the package trait `FullRecognizer`.
  static var rawSensors: Bool {
    #if FullRecognizer
      true
    #else
      false
    #endif
  }

  /// True if it supports the message for the labels that may be answers, type 17. This is the package trait `SequenceNetwork`, without
  /// which a ``QuillonRecognizer/LabelMask`` allows every label.
  static var labelMasks: Bool {
    #if SequenceNetwork
      true
    #else
      false
    #endif
  }

  /// True if it supports the message for the stabilizers of strokes, type 15. This is the package trait `Stabilizers`. Firmware that
  /// never damps leaves it out to save code.
  static var stabilizers: Bool {
    #if Stabilizers
      true
    #else
      false
    #endif
  }
}
