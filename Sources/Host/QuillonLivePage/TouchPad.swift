import QuillonBridge
import QuillonRecognizer
import QuillonTraining

/// Recognizes letters that are drawn on the page with a pointer, as the bridge does it for a board.
public struct TouchPad: ~Copyable {
  /// The minimum size of a letter where a browser gives none, pixels: the lab's.
  public static let minimumSize = 100.0
  /// The units of the recognizer in a pixel.
  private static let pixel = 16.0

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

  /// Accepts the next point of the pointer.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - minimumSize: The minimum size of a letter, pixels, 0…10,000. A smaller stroke is no letter.
  /// - Returns: The result of a letter that is complete now, with the time by the browser's clock.
  ///   Nil for none.
  public mutating func push(
    _ point: TouchPoint, minimumSize: Double = minimumSize
  ) -> BridgeEvent? {
    let event = reader.push(
      touchX: Int32(clamped: point.x * Self.pixel), y: Int32(clamped: point.y * Self.pixel),
      timestamp: point.time,
      pen: point.isDown ? .down : .up, minimumSize: Int32(clamped: minimumSize * Self.pixel))
    return event.map { told($0, at: Double(point.time) * 1e-6, minimumSize) }
  }

  /// Ends a letter that was being drawn when no more points come. Returns its outcome.
  mutating func finish(minimumSize: Double) -> BridgeEvent? {
    reader.finish().map { told($0, at: 0, minimumSize) }
  }

  private mutating func told(
    _ event: Event, at time: Double, _ minimumSize: Double
  ) -> BridgeEvent {
    switch event {
    case .abandoned(let reason): .abandoned(reason, time: time)
    case .rejected(let rejection): .rejected(rejection, time: time)
    case .classification(let classification):
      reader.event(classification, time: time, minimum: minimumSize, pixels: Self.pixel)
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

extension Int32 {
  /// The number without its fraction, at most 2³⁰ in magnitude, so that differences fit; 0 for what is not a number.
  fileprivate init(clamped number: Double) {
    self = number.isNaN ? 0 : Int32(Swift.min(Swift.max(number, -0x1p30), 0x1p30))
  }
}
