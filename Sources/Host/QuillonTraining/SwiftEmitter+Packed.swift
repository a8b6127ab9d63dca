import QuillonRecognizer

extension SwiftEmitter {
  /// A source file that declares `name`, an enum with a packed model's labels and a function that
  /// makes the model. The same model gives the same text, in the project's style.
  ///
  /// - Throws: `TrainingError` when `name` is not a valid name of a type, or when the list of
  ///   labels cannot contain one of them.
  public static func source(
    of model: NetworkModel, name: String
  ) throws(TrainingError) -> String {
    guard name.wholeMatch(of: /[A-Z][A-Za-z0-9_]*/) != nil else { throw .badTypeName(name) }
    for label in model.labels where label.contains(where: { "\"\\".contains($0) }) {
      throw .labelNotInSource(label)
    }
    let words = stride(from: 0, to: model.bytes.count, by: 4).map { start in
      model.bytes[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    return """
      // Made by `quillon train --emit-swift`; to change it, train again (`make models`).

      /// A packed model: \(model.model.featureSet) features, \(model.model.hiddenCount) hidden units,
      /// \(model.bytes.count) bytes. Trained on
      \(commented(model.origin))
      public enum \(name) {
        /// The labels in the order of the scores, separated by spaces.
        public static var labels: StaticString {
          "\(model.labels.joined(separator: " "))"
        }

        /// Tells this model from others on the wire.
        public static var modelID: UInt32 { \(grouped(model.model.modelID)) }

        /// The model, ready to recognize; its bytes stay where they are.
        @export(interface)
        public static func makeModel() -> PackedModel {
          withUnsafePointer(to: &words) { PackedModel(checkedBytes: UnsafeRawPointer($0)) }
        }

        /// The bytes, four to a word. Nobody writes to them: they are a variable because a constant has no
        /// address of its own, and the linker puts them into flash, once: what names them is compiled in this
        /// module alone.
        nonisolated(unsafe) private static var words: InlineArray<\(words.count), UInt32> = [
      \(lines(of: words))
        ]
      }

      """
  }

  /// The words of `text` in comment lines of at most 96 columns.
  private static func commented(_ text: String) -> String {
    var lines = ["///"]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].count + word.count + 1 > 96 { lines.append("///") }
      lines[lines.count - 1] += " \(word)"
    }
    return lines.joined(separator: "\n")
  }
}
