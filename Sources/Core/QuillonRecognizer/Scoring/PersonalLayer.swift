import QuillonNumerics

/// The last layer of a packed model in RAM. One person's examples change it; the model itself does
/// not change.
///
/// A weight has 7 bits more than in the model, and may grow to twice the model's range. An example
/// moves the row of the meant label and of every rival that comes too near. Each update goes half
/// the way to the wanted margin. There are up to three updates, and more until the meant label
/// leads (`ScoreCorrection`; after the passive-aggressive rule of Crammer and others 2006,
/// "Online passive-aggressive algorithms", for several rivals at once). The change by the last
/// example can be undone. An ``ActivationMetric`` protects the letters that the example is not
/// about.
///
/// - Parameters:
///   - capacity: The most weights, outputs times hidden units: 1,728 for 27 and 64, 3.5 KB.
///   - rows: The most outputs, at most 73: the labels, and one for no letter.
public struct PersonalLayer<let capacity: Int, let rows: Int>: ~Copyable {
  @usableFromInline var weights = InlineArray<capacity, Int16>(repeating: 0)
  @usableFromInline var biases = InlineArray<rows, Int32>(repeating: 0)
  @usableFromInline var inputs = 0
  @usableFromInline var labels = 0
  @usableFromInline var outputs = 0
  @usableFromInline var last = PersonalChange<rows>()

  /// The effect of an example.
  public enum Outcome: Equatable, Sendable {
    /// The weights have changed.
    case learned
    /// The example already had the wanted margin.
    case known
    /// There is no such label, or the change would make a weight too large. Nothing has changed.
    case refused
  }

  /// A layer without a model and without labels. Not inlined, so that it is built in place.
  @inlinable @inline(never)
  public init() {}

  /// The last layer of `model`; nil if the model is linear or has more weights or outputs
  /// than fit.
  public init?(_ model: PackedModel) {
    self.init()
    guard begin(model) else { return nil }
  }

  /// Loads the last layer of `model`, without any training. Returns false, and leaves a layer
  /// without labels, if the model is linear or has more weights or outputs than fit.
  public mutating func begin(_ model: PackedModel) -> Bool {
    let layer = model.output
    (inputs, labels, outputs) = (0, 0, 0)
    forgetChange()
    guard model.hiddenCount > 0, layer.outputs <= rows,
      layer.inputs &* layer.outputs <= capacity
    else { return false }
    inputs = layer.inputs
    labels = model.labelCount
    outputs = layer.outputs
    var place = 0
    var label = 0
    while label < layer.outputs {
      biases[unchecked: label] = layer.bias(label)
      let row = layer.row(label)
      var index = 0
      while index < layer.inputs {
        weights[unchecked: place] = Int16(truncatingIfNeeded: row[index]) &<< 7
        place &+= 1
        index &+= 1
      }
      label &+= 1
    }
    return true
  }

  /// The number of weights.
  public var weightCount: Int { inputs &* outputs }

  /// The score of an output for hidden activations, in the model's steps.
  ///
  /// Q8.7 × Int16 = Q.7 in 31 bits, up to 128 terms below 2³⁸, and the bias; rounded to whole
  /// steps.
  mutating func score(_ label: Int, of x: inout InlineArray<128, Int16>) -> Int32 {
    var sum = WideSum(biases[unchecked: label], times: 128)
    let row = label &* inputs
    var index = 0
    while index < inputs {
      sum.add(
        Int32(truncatingIfNeeded: weights[unchecked: row &+ index]),
        times: Int32(truncatingIfNeeded: x[unchecked: index]))
      index &+= 1
    }
    return sum.saturated(dropping: 7)
  }

  /// Learns that the activations `x` mean `truth`: its score should be `margin` steps above any
  /// other.
  ///
  /// All rows move along d, which is x itself without a metric. A step of w weights per activation,
  /// in 2⁻⁷ of the model's weights, changes a score by w x·d · 2⁻⁷. x·d loses 10 bits: w =
  /// change / (x·d · 2⁻¹⁰) · 2⁻³. A quotient with 13 fraction bits is w in Q15.16.
  mutating func learn(
    _ x: inout InlineArray<128, Int16>, as truth: Int, margin: Int32, metric: ActivationMetric?
  ) -> Outcome {
    guard truth >= 0, truth < labels else { return .refused }
    var scores = InlineArray<rows, Int32>(repeating: 0)
    var label = 0
    while label < outputs {
      scores[unchecked: label] = score(label, of: &x)
      label &+= 1
    }
    var correction = ScoreCorrection(scores, count: outputs, truth: truth, margin: margin)
    guard correction.run() else { return .known }
    var change = PersonalChange<rows>()
    change.direction = metric?.direction(of: &x, count: inputs) ?? x
    // Int16 × Int16 = 31 bits, up to 128 terms below 2³⁷, less 10 bits.
    var sum = WideSum()
    var index = 0
    while index < inputs {
      sum.add(
        Int32(truncatingIfNeeded: x[unchecked: index]),
        times: Int32(truncatingIfNeeded: change.direction[unchecked: index]))
      index &+= 1
    }
    let reach = sum.saturated(dropping: 10)
    guard reach > 0, let divisor = Reciprocal(of: reach.magnitude) else { return .refused }
    label = 0
    while label < outputs {
      let step: Fixed<13> = divisor.quotient(of: correction.changes[unchecked: label])
      change.steps[unchecked: label] = Fixed(bits: step.bits)
      label &+= 1
    }
    guard fits(&change) else { return .refused }
    apply(&change, sign: 1)
    change.isThere = true
    last = change
    return .learned
  }

  /// Undoes the change by the last example exactly; false if there is none.
  public mutating func undo() -> Bool {
    guard last.isThere else { return false }
    var change = last
    apply(&change, sign: -1)
    last.isThere = false
    return true
  }

  /// Forgets the last change: it can no longer be undone.
  public mutating func forgetChange() { last.isThere = false }

  /// Lets `body` read or replace the weights, output by output, in 2⁻⁷ of the model's weights, to
  /// store or restore them. A training update may also change the no-letter output, so it is
  /// included.
  public mutating func withWeights<R>(_ body: (UnsafeMutableBufferPointer<Int16>) -> R) -> R {
    let count = inputs &* outputs
    return withUnsafeMutablePointer(to: &weights) {
      let first = UnsafeMutableRawPointer($0).assumingMemoryBound(to: Int16.self)
      return body(UnsafeMutableBufferPointer(start: first, count: count))
    }
  }

  /// Byte `place` of the weights: two bytes each, little-endian, output by output; 0 if out of
  /// range.
  public mutating func byte(at place: Int) -> UInt8 {
    guard place >= 0, place &>> 1 < weightCount, place &>> 1 < capacity else { return 0 }
    let word = UInt16(bitPattern: weights[unchecked: place &>> 1])
    return UInt8(truncatingIfNeeded: place & 1 == 0 ? word : word &>> 8)
  }

  /// Sets byte `place` of the weights. Does nothing if out of range.
  public mutating func setByte(_ byte: UInt8, at place: Int) {
    guard place >= 0, place &>> 1 < weightCount, place &>> 1 < capacity else { return }
    let word = UInt16(bitPattern: weights[unchecked: place &>> 1])
    let new = UInt16(truncatingIfNeeded: byte)
    weights[unchecked: place &>> 1] = Int16(
      bitPattern: place & 1 == 0 ? word & 0xFF00 | new : word & 0x00FF | new &<< 8)
  }

  /// False if a weight would overflow.
  private mutating func fits(_ change: inout PersonalChange<rows>) -> Bool {
    var label = 0
    while label < outputs {
      let step = change.steps[unchecked: label]
      var index = step == .zero ? inputs : 0
      while index < inputs {
        let place = label &* inputs &+ index
        let old = Int32(truncatingIfNeeded: weights[unchecked: place])
        let new = old &+ Self.way(change.direction[unchecked: index], step)
        guard new.magnitude <= 32_767 else { return false }
        index &+= 1
      }
      label &+= 1
    }
    return true
  }

  /// Adds the change to the rows, or subtracts it for a `sign` of −1.
  private mutating func apply(_ change: inout PersonalChange<rows>, sign: Int32) {
    var label = 0
    while label < outputs {
      let step = change.steps[unchecked: label]
      var index = step == .zero ? inputs : 0
      while index < inputs {
        let place = label &* inputs &+ index
        let old = Int32(truncatingIfNeeded: weights[unchecked: place])
        let way = Self.way(change.direction[unchecked: index], step)
        weights[unchecked: place] = Int16(truncatingIfNeeded: old &+ sign &* way)
        index &+= 1
      }
      label &+= 1
    }
  }

  /// Int16 × Q15.16 = Q.16, one term below 2⁴⁶, rounded and clamped to 17 bits.
  private static func way(_ x: Int16, _ step: Fixed<16>) -> Int32 {
    let product = WideSum(Int32(truncatingIfNeeded: x), times: step.bits).saturated(dropping: 16)
    return Swift.min(Swift.max(product, -65_536), 65_536)
  }
}
