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
  /// Int8 × Int16 = 23 bits, up to 512 terms and the bias: below 2³¹ by the bound on the row.
  func sum(_ output: Int, of x: UnsafePointer<Int16>) -> Int32 {
    var sum = bias(output)
    let row = row(output)
    var index = 0
    while index < inputs {
      assert(!sum.addingReportingOverflow(Int32(row[index]) &* Int32(x[index])).overflow)
      sum &+= Int32(truncatingIfNeeded: row[index]) &* Int32(truncatingIfNeeded: x[index])
      index &+= 1
    }
    return sum
  }

  /// The sums of the outputs `output`…`output` + 3 for `inputs` numbers at `x`, as `sum` gives them.
  /// Beyond the last output it repeats. Four rows share the reading of a number.
  @inline(never)
  func sums(_ output: Int, of x: UnsafePointer<Int16>) -> InlineArray<4, Int32> {
    let last = outputs &- 1
    let (b, c, d) = (
      Swift.min(output &+ 1, last), Swift.min(output &+ 2, last), Swift.min(output &+ 3, last)
    )
    var sums: InlineArray<4, Int32> = [bias(output), bias(b), bias(c), bias(d)]
    #if DSP
      let rows = FourRows(first: row(output), second: row(b), third: row(c), fourth: row(d))
      var index = 0
      while index &+ 4 <= inputs {
        let numbers = FourHalfwords(numbersAt: x + index)
        sums[unchecked: 0].add(FourHalfwords(weightsAt: rows.first + index), times: numbers)
        sums[unchecked: 1].add(FourHalfwords(weightsAt: rows.second + index), times: numbers)
        sums[unchecked: 2].add(FourHalfwords(weightsAt: rows.third + index), times: numbers)
        sums[unchecked: 3].add(FourHalfwords(weightsAt: rows.fourth + index), times: numbers)
        index &+= 4
      }
      while index < inputs {
        rows.add(x, index, to: &sums)
        index &+= 1
      }
    #else
      // The index counts up to 0, so a Cortex-M0 needs no comparison and no register for the bound.
      let (end, rows) = (
        x + inputs,
        FourRows(
          first: row(output) + inputs, second: row(b) + inputs, third: row(c) + inputs,
          fourth: row(d) + inputs)
      )
      var index = 0 &- inputs
      while index < 0 {
        rows.add(end, index, to: &sums)
        index &+= 1
      }
    #endif
    return sums
  }

  /// True if no Int16 inputs can make a sum overflow.
  var isWithinBounds: Bool {
    var row = 0
    while row < outputs {
      guard isWithinBounds(row) else { return false }
      row &+= 1
    }
    return true
  }

  private func isWithinBounds(_ output: Int) -> Bool {
    var magnitudes: UInt32 = 0
    let row = row(output)
    var index = 0
    while index < inputs {
      magnitudes &+= UInt32(truncatingIfNeeded: row[index].magnitude)
      index &+= 1
    }
    // Below 2¹⁶ · 2¹⁵ = 2³¹, and a bias of at most 2³¹, make less than 2³².
    return magnitudes < 1 &<< 16
      && magnitudes &<< 15 &+ bias(output).magnitude < 1 &<< 31
  }
}

/// The weights of four outputs.
private struct FourRows {
  let first: UnsafePointer<Int8>
  let second: UnsafePointer<Int8>
  let third: UnsafePointer<Int8>
  let fourth: UnsafePointer<Int8>

  /// Adds the products of a number and its four weights.
  ///
  /// Int8 × Int16 = 23 bits. The sums wrap around as `&+=` does.
  @inline(__always)
  func add(_ x: UnsafePointer<Int16>, _ index: Int, to sums: inout InlineArray<4, Int32>) {
    let number = Int32(truncatingIfNeeded: x[index])
    sums[unchecked: 0] &+= Int32(truncatingIfNeeded: first[index]) &* number
    sums[unchecked: 1] &+= Int32(truncatingIfNeeded: second[index]) &* number
    sums[unchecked: 2] &+= Int32(truncatingIfNeeded: third[index]) &* number
    sums[unchecked: 3] &+= Int32(truncatingIfNeeded: fourth[index]) &* number
  }
}
