import QuillonNumerics
import QuillonRecognizer

/// Writes a model as Swift source for the module QuillonRecognizer, so that firmware carries it in flash.
public enum SwiftEmitter {
  /// A source file that declares `name`, an enum with the labels and a function that makes the
  /// model. The same model gives the same text, in the project's style.
  ///
  /// - Throws: `TrainingError` when `name` is not a capital letter followed by ASCII letters,
  ///   digits or `_`, or when the list of labels cannot contain one of them.
  public static func source(
    of model: ModelFile, name: String
  ) throws(TrainingError) -> String {
    guard name.wholeMatch(of: /[A-Z][A-Za-z0-9_]*/) != nil else { throw .badTypeName(name) }
    for label in model.labels
    where label.isEmpty || label.contains(where: { $0.isWhitespace || "\"\\".contains($0) }) {
      throw .labelNotInSource(label)
    }
    let count = LinearModel.wordCount(forLabels: model.labels.count)
    return """
      import QuillonNumerics

      // Made by `quillon train --emit-swift`; to change it, train again (`make model`).

      /// \(description(of: model))
      public enum \(name) {
        /// The labels in the order of the rows, separated by spaces.
        public static var labels: StaticString {
          "\(model.labels.joined(separator: " "))"
        }

        /// How many labels there are.
        public static var labelCount: Int { \(model.labels.count) }

        /// The value of an integer weight of 1, Q1.30.
        public static var weightStep: Fixed<30> { Fixed(bits: \(grouped(model.weights.step.bits))) }

        /// Verdicts with a smaller margin are rejected, Q19.12.
        public static var rejectThreshold: Fixed<12> {
          Fixed(bits: \(grouped(model.rejectThreshold.bits)))
        }

        /// Tells this table from others on the wire.
        public static var modelID: UInt32 { \(grouped(model.linearModel.modelID)) }

        /// The model, ready to recognize; its integers stay where they are.
        @export(interface)
        public static func makeModel() -> LinearModel {
          withUnsafePointer(to: &pairs) {
            LinearModel(
              checkedLabelCount: labelCount,
              pairs: UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self),
              weightStep: weightStep, rejectThreshold: rejectThreshold, modelID: modelID)
          }
        }

        /// Makes `model` this one, in place.
        @export(interface)
        public static func load(into model: inout LinearModel) { model = makeModel() }

        /// The integers as `LinearModel.place` orders them. Nobody writes to them: they are a variable
        /// because a constant has no address of its own, and the linker puts them into flash, once: what names them
        /// is compiled in this module alone.
        nonisolated(unsafe) private static var pairs: InlineArray<\(count), UInt32> = [
      \(lines(of: pairs(of: model.weights.rows)))
        ]
      }

      """
  }

  private static func description(of model: ModelFile) -> String {
    guard let origin = model.origin else { return "A linear model of unknown origin." }
    let share = ConfusionMatrix.percent(origin.accuracy)
    return """
      A linear model trained on \(origin.data):
      /// \(origin.samples) letters, of which it names \(share), \(origin.variant.rawValue) \
      perceptron,
      /// starts \(origin.starts), passes \(origin.passes), margin \(origin.margin), \
      seed \(origin.seed).
      """
  }

  /// The integers of all rows in the order of `LinearModel.place`, two in each word.
  private static func pairs(of rows: [[Int16]]) -> [UInt32] {
    var pairs = [UInt32](repeating: 0, count: LinearModel.wordCount(forLabels: rows.count))
    for (label, row) in rows.enumerated() {
      for feature in stride(from: 0, to: row.count, by: 2) {
        pairs[LinearModel.place(label: label, feature: feature)] =
          LinearModel.pair(row[feature], row[feature + 1])
      }
    }
    return pairs
  }

  /// Words in hexadecimal, seven to a line, indented by four.
  static func lines(of words: [UInt32]) -> String {
    stride(from: 0, to: words.count, by: 7).map { start in
      let line = words[start..<min(start + 7, words.count)]
      return "    " + line.map { hexadecimal($0) + "," }.joined(separator: " ")
    }.joined(separator: "\n")
  }

  static func hexadecimal(_ word: UInt32) -> String {
    let digits = String(word, radix: 16)
    let padded = String(repeating: "0", count: 8 - digits.count) + digits
    return "0x\(padded.prefix(4))_\(padded.suffix(4))"
  }

  /// An integer with `_` between groups of three digits when it has more than four.
  static func grouped(_ value: some BinaryInteger) -> String {
    let digits = String(value.magnitude)
    guard digits.count > 4 else { return String(value) }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "_" }
      text.append(digit)
    }
    return (value < 0 ? "-" : "") + text
  }
}
