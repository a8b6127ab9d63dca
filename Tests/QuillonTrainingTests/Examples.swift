import QuillonRecordings
import QuillonReferenceModel
import QuillonTraining

/// Made-up feature vectors.
enum Examples {
  /// `each` vectors around the center of each of the first `labels` letters, shuffled: 27 numbers
  /// with the given standard deviation about centers in ±1, and the constant 1.
  static func clusters(
    labels: Int, each: Int, deviation: Double, using random: inout SeededRandom
  ) -> [FeatureSample] {
    var samples: [FeatureSample] = []
    for label in "ABCDEFGHIJKLMNOPQRSTUVWXYZ".prefix(labels) {
      let center = (0..<27).map { _ in random.uniform(in: -1...1) }
      for _ in 0..<each {
        let values = center.map { random.normal(mean: $0, deviation: deviation) }
        samples.append(FeatureSample(label: String(label), values: values + [1]))
      }
    }
    return samples.shuffled(using: &random)
  }

  /// A vector that starts with `values`; the rest is 0.
  static func vector(_ label: String, _ values: Double...) -> FeatureSample {
    FeatureSample(
      label: label, values: values + [Double](repeating: 0, count: 28 - values.count))
  }

  /// Rows of weights between -`size` and `size`.
  static func rows(
    _ count: Int, size: Double, using random: inout SeededRandom
  ) -> [[Double]] {
    (0..<count).map { _ in (0..<28).map { _ in random.uniform(in: -size...size) } }
  }

  /// The first capital letters.
  static func labels(_ count: Int) -> [String] {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ".prefix(count).map(String.init)
  }
}

extension WeightTable {
  /// How many of the samples the table names right.
  func correct(of samples: [FeatureSample]) -> Int {
    samples.count { labels[best(of: $0.values).label] == $0.label }
  }
}
