extension SerialPortDescription {
  /// USB vendors of boards with an IMU and of the chips that connect them: Arduino, Adafruit, SparkFun,
  /// FTDI, CH340, CP210x, Raspberry Pi, Prolific, STMicroelectronics, Xsens, MicroStrain, Arm mbed, SEGGER,
  /// Seeed, Espressif, x-io.
  private static let boardVendors: Set<UInt16> = [
    0x2341, 0x2A03, 0x239A, 0x1B4F, 0x0403, 0x1A86, 0x10C4, 0x2E8A, 0x067B, 0x0483, 0x2639, 0x199B,
    0x0D28, 0x1366, 0x2886, 0x303A, 0x04D8,
  ]
  private static let words = [
    "imu", "ahrs", "arduino", "sensor", "xsens", "vectornav", "microstrain", "witmotion", "x-io",
    "quillon",
  ]

  /// True when the device at this port may be a board with an IMU. The vendor's number or a word in
  /// its names decides.
  public var isLikelyBoard: Bool {
    if let usbVendor, Self.boardVendors.contains(usbVendor) { return true }
    let names = [product, manufacturer, description].compactMap { $0?.lowercased() }
    return names.contains { name in Self.words.contains { name.contains($0) } }
  }
}

extension [SerialPortDescription] {
  /// The ports that may have a board: those whose USB device is called Quillon, as this project's firmware is; without one those
  /// with a likely board; without one all on USB.
  public var withBoards: [SerialPortDescription] {
    let own = filter { $0.product == "Quillon" }
    if !own.isEmpty { return own }
    let likely = filter(\.isLikelyBoard)
    return likely.isEmpty ? filter { $0.usbVendor != nil } : likely
  }
}
