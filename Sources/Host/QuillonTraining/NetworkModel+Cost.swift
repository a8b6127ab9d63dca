extension NetworkModel {
  /// The multiply-accumulate operations that the scores of one letter need.
  ///
  /// Convolution i, 0…2, is computed at 64 ÷ 2ⁱ places; the greater of two neighbors goes on. All other
  /// layers are computed once.
  public var products: Int {
    let isSequence = sequence != nil
    return layers.enumerated().reduce(0) { sum, layer in
      let weights = layer.element.rows.reduce(0) { $0 + $1.count }
      return sum + (isSequence && layer.offset < 3 ? 64 >> layer.offset : 1) * weights
    }
  }

  /// The instructions that these products need on a Cortex-M4: 2.7 each in a model with a sequence
  /// network, 2.6 each in others. Measured in QEMU with `air-board` and `air-features`, with the
  /// ranking of the labels (firmware-docs/BUDGETS.md).
  public var cortexM4Instructions: Double {
    Double(products) * (sequence != nil ? 2.7 : 2.6)
  }
}
