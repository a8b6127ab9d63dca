import Foundation
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSystem

extension ModelFile {
  /// Reads the model in the file at `path`.
  ///
  /// It is a file that `write(to:)` wrote, or a JSON object with `labels` and, in `weights`, a row
  /// of 28 numbers for each label. The numbers of the latter are quantized.
  ///
  /// - Throws: `TrainingError` when the file cannot be read, or is not a model.
  public init(contentsOf path: String) throws(TrainingError) {
    let bytes = try TrainingError.modelBytes(of: path)
    if let reason = Self.otherKind(of: bytes) { throw .notAModel(file: path, reason: reason) }
    try self.init(json: Data(bytes), name: path)
  }

  /// Reads the model in `data`; `name` stands for the file in errors.
  ///
  /// - Throws: `TrainingError` when it is not a model.
  public init(json data: Data, name: String) throws(TrainingError) {
    do {
      let format = try JSONDecoder().decode(Format.self, from: data)
      if format.format == nil {
        try self.init(quantizing: JSONDecoder().decode(PlainTable.self, from: data).table())
      } else if format == Format.current {
        try self.init(JSONDecoder().decode(Document.self, from: data))
      } else {
        throw TrainingError.notAModel(file: name, reason: "its format or version is not known")
      }
    } catch TrainingError.badTable(let reason) {
      throw .notAModel(file: name, reason: reason)
    } catch TrainingError.weightsTooLarge {
      throw .notAModel(
        file: name,
        reason: "its weights are too large unless all are divided by the same number")
    } catch let error as TrainingError {
      throw error
    } catch let error as DecodingError {
      throw .notAModel(file: name, reason: Self.reason(of: error))
    } catch {
      throw .notAModel(file: name, reason: "it is not JSON")
    }
  }

  /// Writes the model to a file.
  ///
  /// - Throws: `OutputError`.
  public func write(to file: OutputFile) throws { try file.write(try json()) }

  /// The model as JSON on one line, with the keys in alphabetical order.
  ///
  /// `weightStep` and `rejectThreshold` are exact decimal numbers: a Double holds each value of the
  /// formats Q1.30 and Q19.12, and is written so that it reads back the same.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let document = Document(
      format: "quillon-model", version: 1, features: "zones3x3", labels: labels,
      weights: weights.rows, weightStep: Double(weights.step.bits) * 0x1p-30,
      rejectThreshold: Double(rejectThreshold.bits) * 0x1p-12, training: origin,
      stabilizers: stabilizers == StabilizerSettings() ? nil : stabilizers)
    return try encoder.encode(document) + Data("\n".utf8)
  }

  /// The keys that identify a model file among other JSON.
  private struct Format: Decodable, Equatable {
    var format: String?
    var version: Int?
    static let current = Format(format: "quillon-model", version: 1)
  }

  private struct Document: Codable {
    var format: String
    var version: Int
    var features: String
    var labels: [String]
    var weights: [[Int16]]
    var weightStep: Double
    var rejectThreshold: Double
    var training: Origin?
    var stabilizers: StabilizerSettings?
  }

  private struct PlainTable: Decodable {
    var labels: [String]
    var weights: [[Double]]

    func table() throws(TrainingError) -> WeightTable {
      try WeightTable(labels: labels, rows: weights)
    }
  }

  private init(_ document: Document) throws(TrainingError) {
    guard document.features == "zones3x3" else {
      throw .badTable("its features are \(document.features.prefix(24)), not zones3x3")
    }
    guard let step = Int32(exactly: document.weightStep * 0x1p30),
      let threshold = Int32(exactly: document.rejectThreshold * 0x1p12)
    else { throw .badTable("its weightStep or rejectThreshold is not in the device's format") }
    if let fault = document.stabilizers?.fault { throw .badTable(fault) }
    try self.init(
      labels: document.labels,
      weights: QuantizedWeights(rows: document.weights, step: Fixed(bits: step)),
      rejectThreshold: Fixed(bits: threshold), origin: document.training,
      stabilizers: document.stabilizers ?? StabilizerSettings())
  }

  /// The kind of a file that is certainly no model, by its beginning. Nil if it may be a model.
  private static func otherKind(of bytes: [UInt8]) -> String? {
    guard !bytes.isEmpty else { return "it is empty" }
    guard let start = String(validating: bytes.prefix(4_096), as: UTF8.self) else {
      // A character may be cut in two, but then the rest is text.
      return bytes.prefix(4_096).contains { $0 < 0x09 } ? "it is binary data of another kind" : nil
    }
    if start.contains("\0") { return "it is binary data of another kind" }
    return nil
  }

  private static func reason(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, _): "it has no “\(key.stringValue)”"
    case .typeMismatch(_, let context) where context.codingPath.isEmpty:
      "it is not a JSON object with “labels” and “weights”"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "“\(context.codingPath.map(\.stringValue).joined(separator: "."))” is of the wrong kind"
    default: "it is not JSON, or a number in it is out of range"
    }
  }
}
