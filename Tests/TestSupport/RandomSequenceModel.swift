import QuillonRecognizer
import QuillonReferenceModel

/// A model with a sequence network and random weights: its layers, its bytes and what it computes,
/// written from the description of `PackedModel`.
public struct RandomSequenceModel {
  /// The sizes of its layers.
  public struct Shape: Sendable {
    /// The outputs of the three convolutions.
    public var channels: [Int]
    /// The hidden units, and how many of them are sequence units.
    public var (hidden, units): (Int, Int)
    /// The labels; with no letter there is one more output.
    public var labels = 26
    /// True if there is an output for no letter.
    public var hasGarbage = true

    /// A shape from its parts.
    public init(channels: [Int], hidden: Int, units: Int) {
      self.channels = channels
      self.hidden = hidden
      self.units = units
    }

    /// A model for boards.
    public static let board = Shape(channels: [12, 20, 28], hidden: 64, units: 32)
    /// A model for hosts.
    public static let host = Shape(channels: [16, 32, 48], hidden: 128, units: 64)
    /// The largest model.
    public static let largest = Shape(channels: [16, 32, 64], hidden: 128, units: 128)
    /// The smallest model.
    public static let smallest = Shape(channels: [2, 2, 2], hidden: 1, units: 1)
    /// A model whose counts no loop of several outputs divides.
    public static let odd = Shape(channels: [6, 10, 14], hidden: 77, units: 35)

    var outputs: Int { labels + (hasGarbage ? 1 : 0) }
  }

  /// A layer: a bias for each output, and its weights.
  public struct Layer {
    /// The biases.
    public var biases: [Int32]
    /// The weights, a row for each output.
    public var rows: [[Int8]]
  }

  /// The sizes of its layers.
  public let shape: Shape
  /// The convolutions, the feature units, the sequence units and the outputs.
  public var layers: [Layer]
  /// The shifts of the convolutions, the feature units and the sequence units.
  public var shifts = [9, 9, 9, 10, 9]

  /// A model of random weights up to `largest`.
  public init(_ shape: Shape, seed: UInt64, largest: Int = 60, bias: Int = 1_000) {
    self.shape = shape
    var random = SeededRandom(seed: seed)
    let inputs = [6] + shape.channels
    let sizes =
      (0..<3).map { (5 * inputs[$0], inputs[$0 + 1]) } + [
        (132, shape.hidden - shape.units), (8 * shape.channels[2], shape.units),
        (shape.hidden, shape.outputs),
      ]
    layers = sizes.map { inputs, outputs in
      Layer(
        biases: (0..<outputs).map { _ in Int32(random.index(below: 2 * bias + 1) - bias) },
        rows: (0..<outputs).map { _ in
          (0..<inputs).map { _ in Int8(random.index(below: 2 * largest + 1) - largest) }
        })
    }
  }

  /// Where the eight bytes of the sequence network are.
  public var networkOffset: Int { PackedModel.headerSize + text.count }

  private var text: [UInt8] {
    var text = Array((0..<shape.labels).map { "L\($0)" }.joined(separator: " ").utf8)
    text += Array("\nrandom".utf8)
    while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: " ")) }
    return text
  }

  /// The bytes of the model.
  public var bytes: [UInt8] {
    var body = text + (shape.channels + [shape.units]).map { UInt8($0) }
    body += [shifts[0], shifts[1], shifts[2], shifts[4]].map { UInt8($0) }
    for layer in layers {
      for bias in layer.biases { body += Self.bytes(UInt32(bitPattern: bias)) }
      for row in layer.rows { body += row.map { UInt8(bitPattern: $0) } }
    }
    while !body.count.isMultiple(of: 4) { body.append(0) }
    let head =
      Array("QNM".utf8) + [1, 8, UInt8(shape.labels), UInt8(shape.hidden)]
      + [UInt8(shifts[3]) | (shape.hasGarbage ? 0x80 : 0)]
      + Self.bytes(132 | UInt32(text.count) << 16) + Self.bytes(100_000) + Self.bytes(0)
      + Self.bytes(UInt32(PackedModel.headerSize + body.count + 4))
    return Self.sealed(head + body)
  }

  /// The bytes with their checksum behind them.
  public static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var checksum = CRC32()
    for byte in bytes { checksum.update(byte) }
    return bytes + Self.bytes(checksum.value)
  }

  private static func bytes(_ word: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
  }

  /// How many products a classification takes.
  public var products: Int {
    layers.enumerated().reduce(0) { sum, layer in
      sum + layer.element.rows.reduce(0) { $0 + $1.count } * [64, 32, 16, 1, 1, 1][layer.offset]
    }
  }

  /// The activations of the hidden units for the 516 features `x`, in exact integers.
  public func activations(of x: [Int16]) -> [Int] {
    var steps = (0..<64).map { step in (0..<6).map { Int(x[132 + 6 * step + $0]) } }
    for layer in 0..<3 {
      let all = steps.indices.map { step in
        sums(layer) { index in
          let (place, channel) = index.quotientAndRemainder(dividingBy: steps[0].count)
          let source = step + place - 2
          return steps.indices.contains(source) ? steps[source][channel] : 0
        }
        .map { activation($0, layer) }
      }
      steps = stride(from: 0, to: all.count, by: 2).map { step in
        zip(all[step], all[step + 1]).map { max($0, $1) }
      }
    }
    let flat = steps.flatMap { $0 }
    return sums(3) { Int(x[$0]) }.map { activation($0, 3) }
      + sums(4) { flat[$0] }.map { activation($0, 4) }
  }

  /// The sums of the outputs, in exact integers.
  public func scores(of x: [Int16]) -> [Int] {
    let hidden = activations(of: x)
    return sums(5) { hidden[$0] }
  }

  private func sums(_ layer: Int, _ input: (Int) -> Int) -> [Int] {
    guard let width = layers[layer].rows.first?.count else { return [] }
    let inputs = (0..<width).map(input)
    return zip(layers[layer].rows, layers[layer].biases).map { row, bias in
      zip(row, inputs).reduce(Int(bias)) { $0 + Int($1.0) * $1.1 }
    }
  }

  private func activation(_ sum: Int, _ layer: Int) -> Int {
    min(max(sum, 0) >> shifts[layer], 32_767)
  }
}
