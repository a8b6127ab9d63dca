/// One layer of a packed model: each output is a bias and a weighted sum of all inputs.
struct DenseLayer {
  let bytes: UnsafeRawPointer
  /// The offset of its biases, bytes.
  let offset: Int
  let inputs: Int
  let outputs: Int

  /// The offset of its weights, bytes.
  private var weights: Int { offset &+ 4 &* outputs }
  /// The offset of the byte after the layer.
  var end: Int { weights &+ inputs &* outputs }

  /// The bias of an output, 0..<`outputs`, in steps of its sum.
  func bias(_ output: Int) -> Int32 {
    bytes.loadUnaligned(fromByteOffset: offset &+ 4 &* output, as: Int32.self)
  }

  /// The weights of an output, 0..<`outputs`.
  @inline(__always)
  func row(_ output: Int) -> UnsafePointer<Int8> {
    (bytes + (weights &+ inputs &* output)).assumingMemoryBound(to: Int8.self)
  }

  /// The sum of output number `output`, 0..<`outputs`, for `inputs` numbers at `x`.
  ///
  /// Int8 × Int16 = 23 bits, up to 192 terms and the bias: below 2³¹ by the bound on the row.
  func sum(_ output: Int, of x: UnsafePointer<Int16>) -> Int32 {
    var sum = bias(output)
    let row = row(output)
    var index = 0
    while index < inputs {
      sum &+= Int32(truncatingIfNeeded: row[index]) &* Int32(truncatingIfNeeded: x[index])
      index &+= 1
    }
    return sum
  }

  /// True if no Int16 inputs can make the sum of `output` overflow.
  func isWithinBounds(_ output: Int) -> Bool {
    var magnitudes: UInt32 = 0
    let row = row(output)
    var index = 0
    while index < inputs {
      magnitudes &+= UInt32(truncatingIfNeeded: row[index].magnitude)
      index &+= 1
    }
    // 192 · 128 · 2¹⁵ < 2³⁰, and a bias of at most 2³¹, make less than 2³².
    return magnitudes &<< 15 &+ bias(output).magnitude < 1 &<< 31
  }
}
