import QuillonBridge
import QuillonRecognizer
import QuillonTraining

/// Reads letters that are drawn on the page with a pointer, as the bridge reads a board's.
public struct TouchPad: ~Copyable {
  private let writing: WritingSettings
  private var reader: LetterReader
  /// What letters are read by, from the next one on.
  public var model: LabeledModel {
    get { reader.model }
    set { reader.model = newValue }
  }

  /// A pad that has seen nothing.
  public init(model: LabeledModel, writing: WritingSettings = WritingSettings()) {
    self.writing = writing
    reader = LetterReader(model: model, parameters: RecognizerParameters(writing: writing))
  }

  /// Takes the next point of a pointer: x to the right and y down in pixels, its time in µs. What became of a letter, if
  /// anything is known now, by the browser's clock.
  public mutating func push(_ point: TouchPoint) -> BridgeEvent? {
    // Sixteenths of a pixel; a dot of fewer than 12 pixels is not blown up to a letter.
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

  /// Forgets what it has seen.
  mutating func restart() {
    reader = LetterReader(model: model, parameters: RecognizerParameters(writing: writing))
  }
}

extension LoadedModel {
  /// The model as letters are read by it.
  public var labeled: LabeledModel { LabeledModel(letterModel, labels: labels, owner: owner) }
}
