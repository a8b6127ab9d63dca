import FixedPoint

/// The last layer of a packed model in RAM, where one person's examples change it; the model itself stays as it
/// was shipped.
///
/// A weight has 7 bits more than in the model, and room to grow twofold. An example changes two rows, those of what was meant and
/// of what was nearest to it, by no more than makes the wanted margin (the passive-aggressive rule, PA-I
/// of Crammer and others 2006, "Online passive-aggressive algorithms"); the last change can be taken back.
/// An ``ActivationMetric`` spares what the example is not about.
///
/// - Parameter capacity: the most weights, outputs times hidden units: 1,664 for 26 and 64, 3.3 KB.
public struct PersonalLayer<let capacity: Int>: ~Copyable {
  private var weights = InlineArray<capacity, Int16>(repeating: 0)
  private var biases = InlineArray<41, Int32>(repeating: 0)
  private let inputs: Int
  private let labels: Int
  private let outputs: Int
  private var last: Change?

  /// What an example did.
  public enum Outcome: Equatable, Sendable {
    /// The weights have changed.
    case learned
    /// The example was right by the wanted margin already.
    case known
    /// There is no such label, or the change would have made a weight too large; nothing has changed.
    case refused
  }

  /// A change that can be taken back.
  private struct Change {
    var truth: Int
    var rival: Int
    var step: Fixed<16>
    var direction: InlineArray<128, Int16>
  }

  /// The last layer of `model`; nil if it is linear, or has more weights than fit.
  public init?(_ model: PackedModel) {
    let layer = model.output
    guard model.hiddenCount > 0, layer.inputs &* layer.outputs <= capacity else { return nil }
    inputs = layer.inputs
    labels = model.labelCount
    outputs = layer.outputs
    var place = 0
    for label in 0..<layer.outputs {
      biases[unchecked: label] = layer.bias(label)
      let row = layer.row(label)
      for index in 0..<layer.inputs {
        weights[unchecked: place] = Int16(truncatingIfNeeded: row[index]) &<< 7
        place &+= 1
      }
    }
  }

  /// The score of a label, 0..<the model's, for hidden activations, in the model's steps.
  ///
  /// Q8.7 × Int16 = Q.7 in 31 bits, up to 128 terms below 2³⁸, and the bias; rounded to whole steps.
  mutating func score(_ label: Int, of x: inout InlineArray<128, Int16>) -> Int32 {
    var sum = WideSum(biases[unchecked: label], times: 128)
    let row = label &* inputs
    for index in 0..<inputs {
      sum.add(
        Int32(truncatingIfNeeded: weights[unchecked: row &+ index]),
        times: Int32(truncatingIfNeeded: x[unchecked: index]))
    }
    return sum.saturated(dropping: 7)
  }

  /// Learns that the activations `x` mean `truth`: its score is to lie `margin` steps above any other, and
  /// the change is no larger than `bound`, in weights per activation (Q15.16 of 2⁻⁷).
  ///
  /// The step: missing margin / (2 x·d) in units of 2⁻⁷, along d, which is x itself without a metric. Q.0 × 2⁶
  /// in 38 bits over x·d in 38 bits: both lose as many bits as bring x·d below 2³⁰.
  mutating func learn(
    _ x: inout InlineArray<128, Int16>, as truth: Int, margin: Int32, bound: Fixed<16>,
    metric: ActivationMetric?
  ) -> Outcome {
    guard truth >= 0, truth < labels else { return .refused }
    var (rival, best) = (0, Int32.min)
    for label in 0..<outputs where label != truth {
      let score = score(label, of: &x)
      if score > best { (rival, best) = (label, score) }
    }
    let missing = Fixed<0>(bits: margin).addingWithSaturation(
      Fixed(bits: best).subtractingWithSaturation(Fixed(bits: score(truth, of: &x))))
    guard missing > .zero else { return .known }
    let direction = metric?.direction(of: &x, count: inputs) ?? x
    // Int16 × Int16 = 31 bits, up to 128 terms below 2³⁷, less 10 bits.
    var sum = WideSum()
    for index in 0..<inputs {
      sum.add(
        Int32(truncatingIfNeeded: x[unchecked: index]),
        times: Int32(truncatingIfNeeded: direction[unchecked: index]))
    }
    let reach = sum.saturated(dropping: 10)
    guard reach > 0 else { return .refused }
    // missing · 2⁷ / (2 · reach · 2¹⁰) = missing / reach · 2⁻⁴.
    let quotient: Fixed<16> = missing.divided(by: Fixed<0>(bits: reach))
    let step = Swift.min(Fixed<16>(bits: quotient.bits &>> 4), bound)
    let change = Change(truth: truth, rival: rival, step: step, direction: direction)
    guard apply(change, sign: 1) else { return .refused }
    last = change
    return .learned
  }

  /// Takes the last change back, exactly; false if there is none.
  public mutating func undo() -> Bool {
    guard let change = last else { return false }
    last = nil
    return apply(change, sign: -1)
  }

  /// Lets `body` read or replace the weights, output by output, in 2⁻⁷ of the model's: for who keeps them. A
  /// lesson may change the output for no letter, too, so that is among them.
  public mutating func withWeights<R>(_ body: (UnsafeMutableBufferPointer<Int16>) -> R) -> R {
    let count = inputs &* outputs
    return withUnsafeMutablePointer(to: &weights) {
      let first = UnsafeMutableRawPointer($0).assumingMemoryBound(to: Int16.self)
      return body(UnsafeMutableBufferPointer(start: first, count: count))
    }
  }

  /// Moves two rows; false, and nothing done, if a weight would not fit.
  private mutating func apply(_ change: Change, sign: Int32) -> Bool {
    for pass in 0..<2 {
      for index in 0..<inputs {
        let way = sign &* Self.way(change.direction[unchecked: index], change.step)
        let (truth, rival) = (change.truth &* inputs &+ index, change.rival &* inputs &+ index)
        let up = Int32(truncatingIfNeeded: weights[unchecked: truth]) &+ way
        let down = Int32(truncatingIfNeeded: weights[unchecked: rival]) &- way
        if pass == 0 {
          guard up.magnitude <= 32_767, down.magnitude <= 32_767 else { return false }
        } else {
          weights[unchecked: truth] = Int16(truncatingIfNeeded: up)
          weights[unchecked: rival] = Int16(truncatingIfNeeded: down)
        }
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

extension PersonalLayer {
  /// The verdict on a stroke by this layer.
  public mutating func verdict(_ model: PackedModel, on features: inout FeatureVector) -> Verdict {
    var x = model.activations(of: &features)
    var ranking = ScoreRanking()
    for label in 0..<outputs { ranking.add(score(label, of: &x), label, of: model) }
    return ranking.verdict(model)
  }

  /// Learns that a stroke means `truth`; its margin is to be `margin`, Q19.12, and one example changes no more
  /// than `bound` says, in weights per activation (Q15.16 of 2⁻⁷). With a metric of this model's activations
  /// what other letters score changes least.
  ///
  /// Margin in steps: Q19.12 / (Q1.30 · 2⁻¹⁴) = margin · 2³² / step.
  public mutating func learn(
    _ model: PackedModel, _ features: inout FeatureVector, as truth: Int, margin: Fixed<12>,
    bound: Fixed<16>, metric: ActivationMetric? = nil
  ) -> Outcome {
    var x = model.activations(of: &features)
    // Q.12 / Q.30 → Q.14 is margin / (step · 2⁻¹⁴) in whole steps.
    let steps: Fixed<14> = margin.divided(by: model.scoreStep)
    return learn(&x, as: truth, margin: steps.bits, bound: bound, metric: metric)
  }
}
