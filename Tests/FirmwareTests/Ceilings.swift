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
    "rotate.max": 103, "squareRoot.max": 41, "normalize.max": 183, "integrate.max": 381,
    "scores.max": 2_364, "push.max": 1_111, "penUp.max": 280_280,
  ]

  private static let cortexM0: [String: Double] = [
    "rotate.max": 577, "squareRoot.max": 112, "normalize.max": 577, "integrate.max": 1_143,
    "scores.max": 5_136, "push.max": 3_093, "penUp.max": 808_125,
  ]

  private static func sizes(_ machine: Machine) -> [String: Double] {
    switch machine {
    case .mps2: ["flash": 19_088, "ram": 14_300]
    case .stm32f405: ["flash": 19_536, "ram": 14_300]
    case .nrf51822: ["flash": 22_392, "ram": 14_296]
    }
  }
}
