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
    "scores.max": 1_981, "push.max": 521, "penUp.max": 190_520, "penUpFrame.max": 11_240,
    "pathFeatures.max": 32_020, "modelScores.max": 32_290,
    "fuse6.max": 1_363, "fuse9.max": 1_446,
  ]

  private static let cortexM0: [String: Double] = [
    "rotate.max": 596, "squareRoot.max": 73, "normalize.max": 475, "integrate.max": 409,
    "buffer.max": 194, "decode.max": 6_300, "decodeByte.max": 73, "features.max": 26_589,
    "scores.max": 4_964, "push.max": 1_612, "penUp.max": 335_940, "penUpFrame.max": 20_250,
    "pathFeatures.max": 54_610, "modelScores.max": 55_530,
    "fuse6.max": 4_063, "fuse9.max": 4_688,
  ]

  private static func sizes(_ machine: Machine) -> [String: Double] {
    switch machine {
    case .mps2: ["flash": 40_388, "flashWithoutModel": 34_240, "ram": 14_280]
    case .stm32f405: ["flash": 40_836, "flashWithoutModel": 34_688, "ram": 14_280]
    case .nrf51822: ["flash": 48_136, "flashWithoutModel": 41_988, "ram": 14_280]
    }
  }
}
