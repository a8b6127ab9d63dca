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
}
