import Foundation
import QuillonRecordings
import QuillonSystem

extension PersonalModel {
  /// The contents of a file: JSON with the weights as little-endian 16-bit words in base64.
  private struct Fields: Codable {
    var format = "quillon-person"
    var version = 1
    /// The ID of the model that was taught, in hexadecimal. The ID is the checksum of the model.
    var model: String
    var trainingUpdates: Int
    var weights: Data
  }

  /// The greatest number of training updates in a file. No person teaches as many, and later
  /// updates cannot overflow `Int`.
  private static let mostTrainingUpdates = 1_000_000_000

  private var modelID: String {
    let digits = String(model.modelID, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Continues with what the file at `path` holds. The last training update in the file can't be
  /// undone.
  ///
  /// - Parameter path: A file that ``write(to:)`` wrote.
  /// - Throws: `RecordingError` if the file can't be read, is not a person's file or belongs to
  ///   another model. Nothing has changed then.
  public func load(_ path: String) throws(RecordingError) {
    func failure(found: String, expected: String, nextStep: String) -> RecordingError {
      RecordingError(file: path, found: found, expected: expected, nextStep: nextStep)
    }
    let bytes = try RecordingFile.readSmall(path)
    try FileKind.person.check(path, bytes)
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(bytes)),
      fields.format == "quillon-person", fields.version == 1,
      0...Self.mostTrainingUpdates ~= fields.trainingUpdates
    else {
      throw failure(
        found: "something else", expected: "a JSON object of format quillon-person, version 1",
        nextStep: "name another file, or begin anew without it")
    }
    guard fields.model == modelID else {
      throw failure(
        found: "training updates for the model \(fields.model.prefix(24))",
        expected: "training updates for \(modelID)",
        nextStep: "name the taught model with --model, or another file for this model")
    }
    let stored = Array(fields.weights)
    let words = stride(from: 0, to: stored.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(stored[$0]) | UInt16(stored[$0 + 1]) << 8)
    }
    guard stored.count.isMultiple(of: 2), words.count == weights.count else {
      throw failure(
        found: "\(stored.count) bytes of weights", expected: "\(2 * weights.count)",
        nextStep: "the file is damaged: begin anew without it")
    }
    restore(words, trainingUpdates: fields.trainingUpdates)
  }

  /// Writes what was learned to a file.
  ///
  /// - Parameter file: The file to write.
  /// - Throws: `OutputError`. An older file is unchanged then.
  public func write(to file: OutputFile) throws {
    var bytes = Data()
    for word in weights {
      let bits = UInt16(bitPattern: word)
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try file.write(
      try encoder.encode(Fields(model: modelID, trainingUpdates: trainingUpdates, weights: bytes)))
  }
}
