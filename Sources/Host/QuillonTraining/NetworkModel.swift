import Foundation
import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import QuillonSystem

/// A packed model on the host. It owns the model's bytes and gives access to their content.
public final class NetworkModel: Sendable {
  /// The file, byte for byte.
  public let bytes: [UInt8]
  /// The labels of the outputs.
  public let labels: [String]
  /// A description of the model's origin, on one line.
  public let origin: String
  /// The settings that it was trained with. The defaults if the file names none.
  public let stabilizers: StabilizerSettings
  /// The model itself. It reads a copy of the bytes that lives as long as this object.
  public let model: PackedModel
  private let copy: Storage

  private struct Storage: @unchecked Sendable {
    let memory: UnsafeMutableRawBufferPointer
  }

  /// The first bytes of every such file.
  public static let magic = Array("QNM".utf8)

  /// The model in `bytes`; `name` stands for the file in errors.
  ///
  /// - Throws: `TrainingError.notAModel` when the bytes are not a valid model.
  public init(_ bytes: [UInt8], name: String) throws(TrainingError) {
    guard !bytes.starts(with: Self.magic + [LinearModel.version]) else {
      throw .notAModel(
        file: name,
        reason: "it is a perceptron for firmware, without its stabilizers; give the file of --out")
    }
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(bytes.count, 1), alignment: 4)
    memory.copyBytes(from: bytes)
    do {
      model = try PackedModel(
        checking: UnsafeRawBufferPointer(rebasing: memory[0..<bytes.count]))
    } catch {
      memory.deallocate()
      throw .notAModel(file: name, reason: Self.reason(of: error))
    }
    let start = PackedModel.headerSize
    let text = String(decoding: bytes[start..<start + model.textSize], as: UTF8.self)
    let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    labels = model.labels
    origin = lines.dropFirst().first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    let settings = lines.count > 2 ? StabilizerSettings(line: lines[2]) : StabilizerSettings()
    stabilizers = settings ?? StabilizerSettings()
    self.bytes = bytes
    copy = Storage(memory: memory)
    guard labels.count == model.labelCount, Set(labels).count == labels.count else {
      throw .notAModel(file: name, reason: "it does not have as many labels as outputs")
    }
    guard settings != nil else {
      throw .notAModel(file: name, reason: "its third line is not stabilizers within their ranges")
    }
  }

  deinit { copy.memory.deallocate() }

  /// A copy of a model in other memory, for example of one that the tool contains.
  public convenience init(_ model: PackedModel, name: String) throws(TrainingError) {
    try self.init(model.withBytes { Array($0) }, name: name)
  }

  /// Reads the model in the file at `path`.
  ///
  /// - Throws: `TrainingError` when the file cannot be read, or is not a valid model.
  public convenience init(contentsOf path: String) throws(TrainingError) {
    try self.init(TrainingError.modelBytes(of: path), name: path)
  }

  /// The model as firmware carries it: without its origin, which would take flash. So its model ID differs from that of this model.
  public func bytesWithoutOrigin() throws(TrainingError) -> [UInt8] {
    var header = header
    header.origin = ""
    return ModelPacker.bytes(header, layers: layers)
  }

  /// Writes the model to a file.
  public func write(to file: OutputFile) throws(OutputError) { try file.write(bytes) }

  /// True if the file at `path` starts like a packed model.
  public static func isModel(at path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    return (try? file.read(upToCount: 3)).map { $0 == Data(magic) } ?? false
  }

  /// The quantized model's classification of a letter. For a letter below the minimum size the best label for such
  /// strokes is the answer, if the model has one.
  public func classification(on letter: NetworkLetter) -> Classification {
    let vector = letter.vector(model.featureSet)
    var classification = ModelScorer.classification(model, on: vector)
    let small = labels.indices.filter { labels[$0].isLabelOfSmallStroke }
    guard letter.isTooSmall, !small.contains(Int(classification.label)) else {
      return classification
    }
    let scores = model.scores(of: vector)
    guard let best = small.max(by: { scores[$0] < scores[$1] }) else { return classification }
    classification.label = UInt8(best)
    classification.score = scores[best]
    (classification.margin, classification.isRejected) = (.zero, false)
    return classification
  }

  /// True if the recognizer rejects this letter because it is below the minimum size. A model that knows a label for such
  /// strokes classifies them.
  func rejectsAsTooSmall(_ letter: NetworkLetter) -> Bool {
    letter.isTooSmall && !labels.contains(where: \.isLabelOfSmallStroke)
  }

  private static func reason(of fault: PackedModel.Fault) -> String {
    switch fault {
    case .format: "it does not begin like a model, or its version is not known"
    case .size: "it is cut off, or too long"
    case .checksum: "its checksum is wrong, so it was damaged"
    case .header: "its header has a count or scale out of range"
    case .overflow: "its weights are so large that a sum could overflow"
    }
  }
}
