import QuillonRecordings

extension TrainingError {
  /// The bytes of the file at `path`, which is to be a model.
  ///
  /// - Throws: `TrainingError` if it cannot be read, or is certainly of another kind.
  static func modelBytes(of path: String) throws(TrainingError) -> [UInt8] {
    let bytes: [UInt8]
    do { bytes = try RecordingFile.readSmall(path) } catch {
      throw .fileAccess(file: path, reason: error.found, nextStep: error.nextStep)
    }
    switch FileKind(path, bytes) {
    case .recording: throw .recording(file: path)
    case nil, .model: return bytes
    case let kind?:
      throw .notAModel(file: path, reason: "it is \(kind.words), for \(kind.option)")
    }
  }
}
