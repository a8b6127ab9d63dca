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
    "rotate.max": 131, "squareRoot.max": 41, "normalize.max": 185, "integrate.max": 422,
    "scores.max": 2_370, "push.max": 1_476, "penUp.max": 347_000,
  ]

  private static let cortexM0: [String: Double] = [
    "rotate.max": 616, "squareRoot.max": 113, "normalize.max": 577, "integrate.max": 1_167,
    "scores.max": 5_136, "push.max": 3_538, "penUp.max": 862_500,
  ]

  private static func sizes(_ machine: Machine) -> [String: Double] {
    switch machine {
    case .mps2: ["flash": 18_600, "ram": 14_400]
    case .stm32f405: ["flash": 19_000, "ram": 14_400]
    case .nrf51822: ["flash": 21_600, "ram": 14_400]
    }
  }
}
