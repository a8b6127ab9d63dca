import EmulatedBoard

/// What was measured last and may grow by 2 %: figures by name, as `BoardBudget.figure` knows them.
enum Ceilings {
  static func of(_ machine: Machine) -> [String: Double] {
    switch machine {
    case .mps2, .stm32f405: cortexM4.merging(sizes(machine)) { $1 }
    case .nrf51822: cortexM0.merging(sizes(machine)) { $1 }
    }
  }

  private static let cortexM4: [String: Double] = [
    "rotate.max": 103, "squareRoot.max": 41, "normalize.max": 183, "integrate.max": 411,
    "buffer.max": 358, "decode.max": 4_907, "decodeByte.max": 53, "features.max": 25_181,
    "scores.max": 2_366, "push.max": 1_134, "penUp.max": 280_300,
  ]

  private static let cortexM0: [String: Double] = [
    "rotate.max": 577, "squareRoot.max": 112, "normalize.max": 577, "integrate.max": 1_190,
    "buffer.max": 897, "decode.max": 6_511, "decodeByte.max": 73, "features.max": 37_394,
    "scores.max": 5_144, "push.max": 3_116, "penUp.max": 808_200,
  ]

  private static func sizes(_ machine: Machine) -> [String: Double] {
    switch machine {
    case .mps2: ["flash": 17_328, "flashWithoutModel": 15_728, "ram": 14_072]
    case .stm32f405: ["flash": 17_780, "flashWithoutModel": 16_180, "ram": 14_072]
    case .nrf51822: ["flash": 20_568, "flashWithoutModel": 18_980, "ram": 14_068]
    }
  }
}
