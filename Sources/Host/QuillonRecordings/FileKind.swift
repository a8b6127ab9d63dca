/// What a file of this project holds.
public enum FileKind: Sendable {
  /// Samples of a board or a telephone.
  case recording
  /// A model of letters.
  case model
  /// The calibration of a board's sensors.
  case calibration
  /// The plane in which a person writes.
  case plane
  /// What a person has taught a model.
  case person
  /// Letters drawn on a surface.
  case drawnLetters

  /// The kind of the file at `path`, by its beginning and its name. Nil if neither shows it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bytes: The file, or its first bytes. The first 4,096 count.
  public init?(_ path: String, _ bytes: some Sequence<UInt8>) {
    let beginning = Array(bytes.prefix(4_096))
    let text = String(decoding: beginning, as: UTF8.self)
    if beginning.starts(with: "QNM".utf8) || text.contains("\"quillon-model\"") {
      self = .model
    } else if text.contains("quillon-calibration") {
      self = .calibration
    } else if text.contains("quillon-plane") {
      self = .plane
    } else if text.contains("quillon-person") {
      self = .person
    } else if text.contains("\"labels\"") {
      self = .model
    } else if text.contains("\"strokes\"") {
      self = .drawnLetters
    } else if Self.isRecording(path, beginning, text) {
      self = .recording
    } else {
      return nil
    }
  }

  private static func isRecording(_ path: String, _ beginning: [UInt8], _ text: String) -> Bool {
    path.hasSuffix(".csv") || path.hasSuffix(Trace.floatColumnsSuffix)
      || text.hasPrefix("t,") || text.hasPrefix("#")
      || TelephoneTable.isTelephone(beginning, path: path)
  }

  /// What it is, for people: a noun with its article.
  public var words: String {
    switch self {
    case .recording: "a recording"
    case .model: "a model"
    case .calibration: "a calibration"
    case .plane: "a writing plane"
    case .person: "what a person taught"
    case .drawnLetters: "a file of drawn letters"
    }
  }

  /// The option that accepts such a file.
  public var option: String {
    switch self {
    case .recording: "--air"
    case .model: "--model"
    case .calibration: "--calibration"
    case .plane: "--plane"
    case .person: "--person"
    case .drawnLetters: "--ink"
    }
  }

  /// What makes such a file, as an imperative.
  private var source: String {
    switch self {
    case .recording: "record one with `quillon bridge --record`"
    case .model: "make one with `quillon train`"
    case .calibration: "make one with `quillon calibrate`"
    case .plane: "make one with `quillon enroll`"
    case .person: "name a file that `quillon bridge --teach --person` has made"
    case .drawnLetters: "name a file with a line of JSON for each letter"
    }
  }

  /// Checks that a file is not certainly of another kind.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bytes: The file, or its first bytes.
  /// - Throws: `RecordingError` that names the kind of file that it is instead.
  public func check(_ path: String, _ bytes: some Sequence<UInt8>) throws(RecordingError) {
    guard let kind = FileKind(path, bytes), kind != self else { return }
    throw RecordingError(
      file: path, found: "is \(kind.words), not \(words)", expected: "", nextStep: source)
  }
}
