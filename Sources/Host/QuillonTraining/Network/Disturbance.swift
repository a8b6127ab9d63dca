import QuillonReferenceModel

/// Random changes that keep a model from relying on the exact value of a single number. Each time a
/// letter is shown, some of its numbers are left out, and each number is moved a little.
package struct Disturbance: Sendable {
  /// The share of the numbers that is left out.
  private let omission: Float
  /// The standard deviation of each number's change; empty if none is changed.
  private let deviations: [Float]

  /// The disturbance that `settings` ask for. The changes are in proportion to the standard
  /// deviations of the numbers in `examples`.
  package init(_ settings: NetworkSettings, examples: [[Float]]) {
    omission = settings.omission
    deviations =
      settings.noise > 0 ? Self.deviations(of: examples).map { $0 * settings.noise } : []
  }

  /// The numbers as shown this time. Those that are not left out are enlarged to compensate for the
  /// others.
  package func disturbed(_ values: [Float], random: inout SeededRandom) -> [Float] {
    var values = values
    if omission > 0 {
      for index in values.indices {
        values[index] =
          random.uniform() < Double(omission) ? 0 : values[index] / (1 - omission)
      }
    }
    for (index, deviation) in deviations.enumerated() {
      values[index] += Float(random.normal()) * deviation
    }
    return values
  }

  /// The standard deviation of each number.
  private static func deviations(of examples: [[Float]]) -> [Float] {
    guard let first = examples.first else { return [] }
    let count = Double(examples.count)
    return first.indices.map { index in
      let mean = examples.reduce(0.0) { $0 + Double($1[index]) } / count
      let squares = examples.reduce(0.0) { sum, example in
        let difference = Double(example[index]) - mean
        return sum + difference * difference
      }
      return Float((squares / count).squareRoot())
    }
  }
}
