import QuillonReferenceModel

/// Chooses the examples that a pass shows, and their order.
struct ExampleOrder {
  private let count: Int
  /// The cumulative sums of the weights; empty if all weights are equal.
  private var sums: [Double] = []

  /// An order of as many examples as there are `weights`, all above 0.
  init(weights: [Double]) {
    count = weights.count
    guard let first = weights.first, weights.contains(where: { $0 != first }) else { return }
    var sum = 0.0
    for weight in weights {
      sum += weight
      sums.append(sum)
    }
  }

  /// The indices of the next pass, as many as there are examples. With equal weights each example
  /// occurs once. Otherwise each is drawn with a probability in proportion to its weight.
  func next(_ random: inout SeededRandom) -> [Int] {
    guard let total = sums.last else {
      var order = Array(0..<count)
      order.shuffle(using: &random)
      return order
    }
    return (0..<count).map { _ in index(of: random.uniform() * total) }
  }

  /// The first example whose cumulative sum is above `value`.
  private func index(of value: Double) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > value { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
