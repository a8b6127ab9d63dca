import Foundation
import QuillonSystem

extension FeatureSample {
  /// Reads a file of feature vectors.
  ///
  /// The file is UTF-8 text with one vector per line. A line is either JSON,
  /// `{"label":"A","writer":"w1","x":[…]}`, or a Python tuple, `('A', […]),`. The first character
  /// of each line shows which. A vector has 28 finite numbers and a label that is not empty. In a
  /// tuple the numbers may have a plus sign. `writer` may be absent or null. The comma after a
  /// tuple may be absent. Other keys and blank lines are skipped.
  ///
  /// - Throws: `RecordingError` with file and line for a JSON line that Foundation's `JSONDecoder`
  ///   cannot read in this form, and for a tuple of another form.
  public static func read(contentsOf path: String) throws(RecordingError) -> [FeatureSample] {
    try read(parsing: RecordingFile.read(path), name: path)
  }

  /// Reads the bytes of a file of feature vectors; `name` stands for the file in errors.
  public static func read(
    parsing bytes: [UInt8], name: String
  ) throws(RecordingError) -> [FeatureSample] {
    var scanner = LineScanner(bytes, file: name, nextStep: "correct the line, or take it out")
    let decoder = JSONDecoder()
    var samples: [FeatureSample] = []
    while scanner.advanceLine() {
      scanner.skipBlanks()
      guard let first = scanner.next else { continue }
      let sample =
        first == UInt8(ascii: "(")
        ? try FeatureSample(tuple: scanner)
        : try FeatureSample(json: scanner, by: decoder)
      guard sample.isValid else {
        throw scanner.error(
          found: sample.summary,
          expected: "a label that is not empty and \(valueCount) finite numbers")
      }
      samples.append(sample)
    }
    return samples
  }

  /// Writes vectors to a file. For the formats see `read(contentsOf:)`.
  ///
  /// - Throws: `RecordingError` for a vector that could not be read back, `OutputError` when the
  ///   file cannot be written.
  public static func write(
    _ samples: [FeatureSample], to file: OutputFile, format: Format
  ) throws {
    try file.write(lines(samples, format: format, name: file.path))
  }

  /// The bytes of the file of vectors. `read(parsing:name:)` reads them back exactly, except for
  /// the writers, which tuples leave out.
  ///
  /// The same vectors give the same bytes.
  ///
  /// - Parameters:
  ///   - samples: the vectors.
  ///   - format: how a vector is written.
  ///   - name: stands for the file in errors.
  /// - Throws: `RecordingError` for a vector of other than 28 finite numbers, for an empty label
  ///   and, in a tuple, for a label with a single quote, a backslash or a line break.
  public static func lines(
    _ samples: [FeatureSample], format: Format, name: String = "features"
  ) throws(RecordingError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var bytes: [UInt8] = []
    for (index, sample) in samples.enumerated() {
      let line =
        switch format {
        case .jsonLines: try? encoder.encode(Line(sample))
        case .tuples: sample.tuple
        }
      guard let line, sample.isValid else {
        throw RecordingError(
          file: name, line: index + 1, found: sample.summary,
          expected: "a label that the format can hold and \(valueCount) finite numbers",
          nextStep: "correct the vector or remove it")
      }
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}

extension FeatureSample {
  private static let layout = #"{"label":"A","x":[…]} or ('A', […]),"#

  fileprivate init(json scanner: LineScanner, by decoder: JSONDecoder) throws(RecordingError) {
    let line = try scanner.decode(
      Line.self, from: scanner.rest(), by: decoder, layout: Self.layout)
    self.init(label: line.label, writer: line.writer, values: line.x)
  }

  fileprivate init(tuple scanner: LineScanner) throws(RecordingError) {
    let pattern =
      /\(\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*,\s*\[([^\]]*)\]\s*\)\s*,?\s*/
    let text = try scanner.rest()
    guard let parts = text.wholeMatch(of: pattern.matchingSemantics(.unicodeScalar)) else {
      throw scanner.error(found: "a tuple of another form", expected: Self.layout)
    }
    self.init(label: String(parts.1 ?? parts.2 ?? ""), values: [])
    for field in parts.3.split(separator: ",", omittingEmptySubsequences: false) {
      let number = field.trimmingCharacters(in: .whitespaces)
      guard let value = Double(decimal: number) else {
        throw scanner.error(found: number.prefix(24).debugDescription, expected: "a decimal number")
      }
      values.append(value)
    }
  }

  /// The vector as a Python tuple; nil if its label would need an escape.
  fileprivate var tuple: Data? {
    let needsEscape = label.unicodeScalars.contains { "'\\\n\r".unicodeScalars.contains($0) }
    let numbers = values.map(\.description).joined(separator: ", ")
    return needsEscape ? nil : Data("('\(label)', [\(numbers)]),".utf8)
  }

  fileprivate var isValid: Bool {
    !label.isEmpty && values.count == Self.valueCount && values.allSatisfy(\.isFinite)
  }

  /// A description of the vector for errors.
  fileprivate var summary: String {
    "label \(label.prefix(24).debugDescription) with \(values.count) numbers"
  }
}

/// A vector as stored in a line of JSON.
private struct Line: Codable {
  var label: String
  var writer: String?
  var x: [Double]

  init(_ sample: FeatureSample) {
    label = sample.label
    writer = sample.writer
    x = sample.values
  }
}
