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
    "rotate.max": 81, "squareRoot.max": 41, "normalize.max": 158, "integrate.max": 133,
    "buffer.max": 121, "decode.max": 4_516, "decodeByte.max": 53, "features.max": 17_016,
    "scores.max": 1_981, "push.max": 536, "penUp.max": 118_360, "penUpFrame.max": 7_800,
  ]

  private static let cortexM0: [String: Double] = [
    "rotate.max": 596, "squareRoot.max": 73, "normalize.max": 475, "integrate.max": 409,
    "buffer.max": 194, "decode.max": 6_300, "decodeByte.max": 73, "features.max": 26_589,
    "scores.max": 4_964, "push.max": 1_612, "penUp.max": 215_875, "penUpFrame.max": 16_000,
  ]

  private static func sizes(_ machine: Machine) -> [String: Double] {
    switch machine {
    case .mps2: ["flash": 18_816, "flashWithoutModel": 17_248, "ram": 12_796]
    case .stm32f405: ["flash": 19_264, "flashWithoutModel": 17_696, "ram": 12_796]
    case .nrf51822: ["flash": 22_524, "flashWithoutModel": 20_956, "ram": 12_792]
    }
  }
}
