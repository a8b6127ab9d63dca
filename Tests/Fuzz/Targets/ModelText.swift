import QuillonNumerics
import QuillonRecognizer
import QuillonReferenceModel
import QuillonTraining

/// Models that an input asks for, of both kinds.
enum ModelText {
  /// A model of the lab's kind, JSON: a plain table or one that was quantized. An input that begins with 255 holds the
  /// text itself.
  static func linear(_ choices: inout Choices) -> [UInt8] {
    let kind = choices.byte()
    guard kind < 255 else { return choices.rest() }
    let count = choices.byte() < 224 ? 4 + choices.index(below: 6) : choices.index(below: 256)
    let labels = (0..<count).map { $0 < 4 ? LetterText.quoted(choices.label()) : "\"l\($0)\"" }
    let rows = (0..<count).map { index in
      kind & 1 == 0 ? LetterText.row(&choices, choices.byte()) : integers(&choices, index)
    }
    let table = rows.map { "[\($0.joined(separator: ","))]" }.joined(separator: ",")
    var fields = [#""labels":[\#(labels.joined(separator: ","))]"#, #""weights":[\#(table)]"#]
    if kind & 1 == 1 {
      let step = choices.one(of: [0x1p-14, 0x1p-30, 1, 1.9999999990686774, 0, -0x1p-30, 2, 0x1p-31])
      let threshold = choices.one(of: [0, 1, 0x1p-12, 524287.999755859375, -1, 524288])
      fields += [
        #""format":"quillon-model""#, #""version":1"#, #""features":"zones3x3""#,
        #""weightStep":\#(kind & 2 == 0 ? "\(step)" : choices.number())"#,
        #""rejectThreshold":\#(kind & 4 == 0 ? "\(threshold)" : choices.number())"#,
      ]
    }
    return Array("{\(fields.joined(separator: ","))}".utf8)
  }

  /// Labels in the order of the letters that are asked about.
  private static func name(_ index: Int) -> String {
    index < 26 ? Array("ABCIDEFGHJKLMNOPQRSTUVWXYZ")[index].description : "l\(index)"
  }

  private static func integers(_ choices: inout Choices, _ index: Int) -> [String] {
    let kind = choices.byte()
    let edge = choices.one(of: ["32767", "-32768", "32768", "0", "1", "-1", "16384", "1.5"])
    return (0..<(kind < 250 ? 28 : 27)).map { column in
      switch kind % 3 {
      case 0: edge
      case 1: column.isMultiple(of: 2) ? edge : "-32768"
      default: "\((column * 1_301 + index * 7_919) % 4_000 - 2_000)"
      }
    }
  }

  /// A packed model, its checksum right; now and then spoiled.
  static func packed(_ choices: inout Choices) -> [UInt8] {
    let kind = choices.byte()
    let set = choices.one(of: FeatureSet.allCases)
    let hidden = kind & 1 == 0 ? 1 + choices.index(below: kind & 2 == 0 ? 8 : 128) : 0
    let labels = (0..<(kind & 4 == 0 ? 4 + choices.index(below: 5) : 1 + choices.index(below: 40)))
      .map {
        kind & 8 == 0 ? name($0) : choices.label()
      }
    var random = SeededRandom(seed: UInt64(choices.byte()))
    let hasGarbage = kind & 16 != 0
    let outputs = labels.count + (hasGarbage ? 1 : 0)
    let edges = choices.byte()
    func layer(_ inputs: Int, _ outputs: Int) -> ModelPacker.Layer {
      // The magnitudes of a row times 2¹⁵ and that of its bias may come to 2³¹ less one.
      let bound = min(127, 65_535 / max(inputs, 1))
      return ModelPacker.Layer(
        rows: (0..<outputs).map { _ in
          (0..<inputs).map { _ in
            edges & 1 == 0
              ? Int8(random.index(below: 41) - 20) : Int8(random.next() & 1 == 0 ? bound : -bound)
          }
        },
        biases: (0..<outputs).map { _ in
          edges & 2 == 0
            ? Int32(random.index(below: 20_001) - 10_000) : edges & 4 == 0 ? .min : 30_000
        })
    }
    let header = ModelPacker.Header(
      featureSet: set, labels: labels, origin: choices.label(),
      hiddenShift: choices.index(below: kind & 32 == 0 ? 25 : 128),
      scoreStep: Fixed(bits: choices.one(of: [1, 1 << 14, 1 << 30, .max, 0, -1, 77])),
      rejectThreshold: Fixed(bits: choices.one(of: [0, 1, .max, -1, 4_096])),
      hasGarbage: hasGarbage)
    let layers =
      hidden > 0 ? [layer(set.count, hidden), layer(hidden, outputs)] : [layer(set.count, outputs)]
    var bytes = ModelPacker.bytes(header, layers: layers)
    while !choices.isExhausted {
      let place = Int(choices.word() & 0xFFFF)
      let index = place < 0x8000 ? place % 24 : place % bytes.count
      bytes[index] = choices.byte()
    }
    return summed(bytes)
  }

  /// The same bytes with their checksum at the end.
  private static func summed(_ bytes: [UInt8]) -> [UInt8] {
    var checksum = CRC32()
    for byte in bytes.dropLast(4) { checksum.update(byte) }
    return bytes.dropLast(4) + (0..<4).map { UInt8(truncatingIfNeeded: checksum.value >> (8 * $0)) }
  }
}
