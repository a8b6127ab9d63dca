extension BoardFormat {
  /// The samples a second, 25 to 400, that a board of this format can be set to send, in ascending order; empty if it
  /// can't be set, or if its line has room for one rate only.
  ///
  /// BOARDS.md has the commands, their sources and what limits them.
  public var settableRates: [Int] {
    switch name {
    case "witmotion-11": [50, 100, 200]
    case "witmotion-ble": [50, 100]
    case "x-imu3": [25, 50, 100, 200, 400]
    case "mavlink": [25, 50, 100, 200, 250, 400]
    case "vectornav-ascii": [25, 40, 50]
    case "vectornav-binary": [25, 50, 100, 200]
    case "xsens-xbus": [25, 50, 100, 200, 400]
    case "mip": [25, 50, 100, 125, 200]
    case "msp": [25, 50, 100, 200]
    case "witmotion-modbus": [25, 50, 100, 200]
    default: []
    }
  }

  /// The rate to set so that at least `rate` samples a second come, or as many as it can; nil if it can't be set.
  public func settableRate(for rate: Double) -> Int? {
    settableRates.first { Double($0) >= rate } ?? settableRates.last
  }
}
