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
    "buffer.max": 109, "decode.max": 4_521, "decodeByte.max": 53, "features.max": 17_054,
    "scores.max": 1_981, "push.max": 729, "penUp.max": 541_640, "penUpFrame.max": 51_200,
    "pathFeatures.max": 56_684, "modelScores.max": 330_969,
    "fuse6.max": 1_298, "fuse9.max": 1_400,
  ]

  private static let cortexM0: [String: Double] = [
    "rotate.max": 593, "squareRoot.max": 72, "normalize.max": 447, "integrate.max": 365,
    "buffer.max": 181, "decode.max": 6_225, "decodeByte.max": 76, "features.max": 26_612,
    "scores.max": 4_978, "push.max": 2_345, "penUp.max": 385_563, "penUpFrame.max": 31_688,
    "pathFeatures.max": 54_530, "modelScores.max": 37_603,
    "fuse6.max": 4_000, "fuse9.max": 4_313,
  ]

  private static func sizes(_ machine: Machine) -> [String: Double] {
    switch machine {
    case .mps2: ["flash": 53_772, "flashWithoutModel": 38_188, "ram": 17_468]
    case .stm32f405: ["flash": 54_436, "flashWithoutModel": 38_852, "ram": 17_468]
    case .nrf51822: ["flash": 48_784, "flashWithoutModel": 42_064, "ram": 14_324]
    }
  }
}
