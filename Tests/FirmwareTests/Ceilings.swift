import QuillonEmulator

/// What was measured last and may grow by 2 %: figures by name, as `BoardBudget.figure` knows them.
enum Ceilings {
  static func of(_ machine: Machine) -> [String: Double] {
    switch machine {
    case .mps2, .stm32f405: cortexM4.merging(sizes(machine)) { $1 }
    case .nrf51822: cortexM0.merging(sizes(machine)) { $1 }
    }
  }

  private static let cortexM4: [String: Double] = [
    "rotate.max": 81, "squareRoot.max": 41, "normalize.max": 158, "integrate.max": 128,
    "buffer.max": 116, "decode.max": 4_521, "decodeByte.max": 53, "features.max": 17_016,
    "scores.max": 1_981, "push.max": 829, "penUp.max": 545_027, "penUpFrame.max": 51_200,
    "pathFeatures.max": 56_641, "modelScores.max": 330_999,
    "fuse6.max": 1_292, "fuse9.max": 1_400,
  ]

  private static let cortexM0: [String: Double] = [
    "rotate.max": 596, "squareRoot.max": 73, "normalize.max": 475, "integrate.max": 389,
    "buffer.max": 190, "decode.max": 6_225, "decodeByte.max": 73, "features.max": 26_589,
    "scores.max": 4_964, "push.max": 2_553, "penUp.max": 376_563, "penUpFrame.max": 35_813,
    "pathFeatures.max": 54_229, "modelScores.max": 42_260,
    "fuse6.max": 3_938, "fuse9.max": 4_438,
  ]

  private static func sizes(_ machine: Machine) -> [String: Double] {
    switch machine {
    case .mps2: ["flash": 56_268, "flashWithoutModel": 40_684, "ram": 17_384]
    case .stm32f405: ["flash": 56_856, "flashWithoutModel": 41_272, "ram": 17_384]
    case .nrf51822: ["flash": 53_752, "flashWithoutModel": 47_032, "ram": 14_240]
    }
  }
}
