/// Which messages this build of the protocol reads and writes.
enum WireFeatures {
  /// True if it knows the messages by which a board is trained, types 11 to 13: with the package trait `DeviceTraining`, which
  /// firmware that nobody trains leaves out to spare the code.
  static var deviceTraining: Bool {
    #if DeviceTraining
      true
    #else
      false
    #endif
  }
}
