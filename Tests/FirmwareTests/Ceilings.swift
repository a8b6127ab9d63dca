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
    "scores.max": 1_981, "push.max": 521, "penUp.max": 119_320, "penUpFrame.max": 7_840,
    "fuse6.max": 1_363, "fuse9.max": 1_446,
  ]

  private static let cortexM0: [String: Double] = [
    "rotate.max": 596, "squareRoot.max": 73, "normalize.max": 475, "integrate.max": 409,
    "buffer.max": 194, "decode.max": 6_300, "decodeByte.max": 73, "features.max": 26_589,
    "scores.max": 4_964, "push.max": 1_589, "penUp.max": 215_500, "penUpFrame.max": 16_000,
    "fuse6.max": 4_063, "fuse9.max": 4_688,
  ]

  private static func sizes(_ machine: Machine) -> [String: Double] {
    switch machine {
    case .mps2: ["flash": 30_948, "flashWithoutModel": 29_340, "ram": 13_680]
    case .stm32f405: ["flash": 31_396, "flashWithoutModel": 29_788, "ram": 13_680]
    case .nrf51822: ["flash": 37_860, "flashWithoutModel": 36_252, "ram": 13_680]
    }
  }
}
