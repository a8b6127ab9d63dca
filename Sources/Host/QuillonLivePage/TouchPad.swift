import QuillonBridge
import QuillonRecognizer
import QuillonTraining

/// Recognizes letters that are drawn on the page with a pointer, as the bridge does it for a board.
public struct TouchPad: ~Copyable {
  private let writing: WritingSettings
  private var reader: LetterReader
  /// The model for the next letters.
  public var model: LabeledModel {
    get { reader.model }
    set { reader.model = newValue }
  }

  /// Creates a pad without points.
  ///
  /// - Parameters:
  ///   - model: The model that recognizes the letters.
  ///   - writing: How letters are found.
  public init(model: LabeledModel, writing: WritingSettings = WritingSettings()) {
    self.writing = writing
    reader = LetterReader(model: model, parameters: RecognizerParameters(writing: writing))
  }

  /// Takes the next point of the pointer.
  ///
  /// - Parameter point: The point.
  /// - Returns: The result of a letter that is complete now, with the time by the browser's clock.
  ///   Nil for none.
  public mutating func push(_ point: TouchPoint) -> BridgeEvent? {
    // The unit is 1/16 pixel. A dot of fewer than 12 pixels is not enlarged to a letter.
    let event = reader.push(
      touchX: Int32(point.x * 16), y: Int32(point.y * 16), timestamp: point.time,
      pen: point.isDown ? .down : .up, minimumSize: 12 * 16)
    return event.map { told($0, at: Double(point.time) * 1e-6) }
  }

  /// What becomes of a letter that was being drawn when no more points come.
  mutating func finish() -> BridgeEvent? { reader.finish().map { told($0, at: 0) } }

  private mutating func told(_ event: Event, at time: Double) -> BridgeEvent {
    switch event {
    case .abandoned(let reason): .abandoned(reason, time: time)
    case .rejected(let rejection): .rejected(rejection, time: time)
    case .classification(let classification): .letter(reader.letter(classification, time: time))
    }
  }

  /// Discards the current letter.
  mutating func restart() {
    reader = LetterReader(model: model, parameters: RecognizerParameters(writing: writing))
  }
}

extension LoadedModel {
  /// The model in the form that recognizers of the host use.
  public var labeled: LabeledModel { LabeledModel(letterModel, labels: labels, owner: owner) }
}
