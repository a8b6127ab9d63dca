import FixedPoint

/// The last layer of a packed model in RAM, where one person's examples change it; the model itself stays as it
/// was shipped.
///
/// A weight has 7 bits more than in the model, and room to grow twofold. An example changes two rows, those of what was meant and
/// of what was nearest to it, by no more than makes the wanted margin (the passive-aggressive rule, PA-I
/// of Crammer and others 2006, "Online passive-aggressive algorithms"), if need be again for the next rival; what the last
/// example changed can be taken back. An ``ActivationMetric`` spares what the example is not about.
///
/// - Parameter capacity: the most weights, outputs times hidden units: 1,664 for 26 and 64, 3.3 KB.
public struct PersonalLayer<let capacity: Int>: ~Copyable {
  @usableFromInline var weights = InlineArray<capacity, Int16>(repeating: 0)
  @usableFromInline var biases = InlineArray<41, Int32>(repeating: 0)
  @usableFromInline var inputs = 0
  @usableFromInline var labels = 0
  @usableFromInline var outputs = 0
  @usableFromInline var last = PersonalChange()

  /// What an example did.
  public enum Outcome: Equatable, Sendable {
    /// The weights have changed.
    case learned
    /// The example was right by the wanted margin already.
    case known
    /// There is no such label, or the change would have made a weight too large; nothing has changed.
    case refused
  }

  /// The layer of no model, which has no labels. Not inlined, so that it is built where it stays.
  @inlinable @inline(never)
  public init() {}

  /// The last layer of `model`; nil if it is linear, or has more weights than fit.
  public init?(_ model: PackedModel) {
    self.init()
    guard begin(model) else { return nil }
  }

  /// Becomes the last layer of `model`, as it was shipped; false, and a layer without labels, if the model is linear, or
  /// has more weights than fit.
  public mutating func begin(_ model: PackedModel) -> Bool {
    let layer = model.output
    (inputs, labels, outputs) = (0, 0, 0)
    forgetChange()
    guard model.hiddenCount > 0, layer.inputs &* layer.outputs <= capacity else { return false }
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

  /// How many weights it has.
  public var weightCount: Int { inputs &* outputs }

  /// The score of a label, 0..<the model's, for hidden activations, in the model's steps.
  ///
  /// Q8.7 × Int16 = Q.7 in 31 bits, up to 128 terms below 2³⁸, and the bias; rounded to whole steps.
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

  /// Learns that the activations `x` mean `truth`: its score is to lie `margin` steps above any other. One update
  /// changes no more than `bound`, in weights per activation (Q15.16 of 2⁻⁷), and brings it above its nearest rival; there
  /// are `updates` at most, 1…3.
  ///
  /// The step: missing margin / (2 x·d) in units of 2⁻⁷, along d, which is x itself without a metric. Q.0 × 2⁶
  /// in 38 bits over x·d in 38 bits: both lose as many bits as bring x·d below 2³⁰.
  mutating func learn(
    _ x: inout InlineArray<128, Int16>, as truth: Int, margin: Int32, bound: Fixed<16>,
    metric: ActivationMetric?, updates: Int
  ) -> Outcome {
    guard truth >= 0, truth < labels else { return .refused }
    var missing = missingMargin(&x, truth, margin)
    guard missing.margin > .zero else { return .known }
    var change = PersonalChange()
    change.truth = truth
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
    guard reach > 0 else { return .refused }
    while missing.margin > .zero, change.count < updates, change.count < PersonalChange.most {
      // missing · 2⁷ / (2 · reach · 2¹⁰) = missing / reach · 2⁻⁴.
      let quotient: Fixed<16> = missing.margin.divided(by: Fixed<0>(bits: reach))
      let step = Swift.min(Fixed<16>(bits: quotient.bits &>> 4), bound)
      change.moves[unchecked: change.count] = PersonalChange.Move(rival: missing.rival, step: step)
      guard apply(&change, change.count, sign: 1) else { break }
      change.count &+= 1
      missing = missingMargin(&x, truth, margin)
    }
    guard change.count > 0 else { return .refused }
    last = change
    return .learned
  }

  /// The nearest rival of `truth`, and by how much it comes too near, in steps.
  private mutating func missingMargin(
    _ x: inout InlineArray<128, Int16>, _ truth: Int, _ margin: Int32
  ) -> (rival: Int, margin: Fixed<0>) {
    var (rival, best) = (0, Int32.min)
    var label = 0
    while label < outputs {
      if label != truth {
        let score = score(label, of: &x)
        if score > best { (rival, best) = (label, score) }
      }
      label &+= 1
    }
    let lead = Fixed<0>(bits: best).subtractingWithSaturation(Fixed(bits: score(truth, of: &x)))
    return (rival, Fixed<0>(bits: margin).addingWithSaturation(lead))
  }

  /// Takes back what the last example changed, exactly; false if there is none.
  public mutating func undo() -> Bool {
    guard last.count > 0 else { return false }
    var change = last
    last.count = 0
    while change.count > 0 {
      change.count &-= 1
      _ = apply(&change, change.count, sign: -1)
    }
    return true
  }

  /// From now on there is nothing to be taken back.
  public mutating func forgetChange() { last.count = 0 }

  /// Lets `body` read or replace the weights, output by output, in 2⁻⁷ of the model's: for who keeps them. A
  /// lesson may change the output for no letter, too, so that is among them.
  public mutating func withWeights<R>(_ body: (UnsafeMutableBufferPointer<Int16>) -> R) -> R {
    let count = inputs &* outputs
    return withUnsafeMutablePointer(to: &weights) {
      let first = UnsafeMutableRawPointer($0).assumingMemoryBound(to: Int16.self)
      return body(UnsafeMutableBufferPointer(start: first, count: count))
    }
  }

  /// Byte `place` of the weights: two each, little-endian, output by output; 0 outside.
  public mutating func byte(at place: Int) -> UInt8 {
    guard place >= 0, place &>> 1 < weightCount, place &>> 1 < capacity else { return 0 }
    let word = UInt16(bitPattern: weights[unchecked: place &>> 1])
    return UInt8(truncatingIfNeeded: place & 1 == 0 ? word : word &>> 8)
  }

  /// Sets byte `place` of the weights; outside it changes nothing.
  public mutating func setByte(_ byte: UInt8, at place: Int) {
    guard place >= 0, place &>> 1 < weightCount, place &>> 1 < capacity else { return }
    let word = UInt16(bitPattern: weights[unchecked: place &>> 1])
    let new = UInt16(truncatingIfNeeded: byte)
    weights[unchecked: place &>> 1] = Int16(
      bitPattern: place & 1 == 0 ? word & 0xFF00 | new : word & 0x00FF | new &<< 8)
  }

  /// Moves two rows; false, and nothing done, if a weight would not fit.
  private mutating func apply(_ change: inout PersonalChange, _ number: Int, sign: Int32) -> Bool {
    let move = change.moves[unchecked: number]
    for pass in 0..<2 {
      var index = 0
      while index < inputs {
        let way = sign &* Self.way(change.direction[unchecked: index], move.step)
        let (truth, rival) = (change.truth &* inputs &+ index, move.rival &* inputs &+ index)
        let up = Int32(truncatingIfNeeded: weights[unchecked: truth]) &+ way
        let down = Int32(truncatingIfNeeded: weights[unchecked: rival]) &- way
        if pass == 0 {
          guard up.magnitude <= 32_767, down.magnitude <= 32_767 else { return false }
        } else {
          weights[unchecked: truth] = Int16(truncatingIfNeeded: up)
          weights[unchecked: rival] = Int16(truncatingIfNeeded: down)
        }
        index &+= 1
      }
    }
    return true
  }

  /// Int16 × Q15.16 = Q.16, one term below 2⁴⁶, rounded and clamped to 17 bits.
  private static func way(_ x: Int16, _ step: Fixed<16>) -> Int32 {
    let product = WideSum(Int32(truncatingIfNeeded: x), times: step.bits).saturated(dropping: 16)
    return Swift.min(Swift.max(product, -65_536), 65_536)
  }
}
