import QuillonBridge
import QuillonRecognizer
import QuillonTraining

/// Reads letters that are drawn on the page with a pointer, as the bridge reads a board's.
public struct TouchPad: ~Copyable {
  /// The minimum size of a letter where a browser tells none, pixels: the lab's.
  public static let minimumSize = 100.0
  /// The units of the recognizer in a pixel.
  private static let pixel = 16.0

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
  /// anything is known now, by the browser's clock. A stroke below `minimumSize`, in pixels from 0 to 10,000, is no letter.
  public mutating func push(
    _ point: TouchPoint, minimumSize: Double = minimumSize
  ) -> BridgeEvent? {
    let event = reader.push(
      touchX: Int32(point.x * Self.pixel), y: Int32(point.y * Self.pixel), timestamp: point.time,
      pen: point.isDown ? .down : .up, minimumSize: Int32(minimumSize * Self.pixel))
    let time = Double(point.time) * 1e-6
    return switch event {
    case .abandoned(let reason): .abandoned(reason, time: time)
    case .rejected(let rejection): .rejected(rejection, time: time)
    case .classification(let classification):
      reader.event(classification, time: time, minimum: minimumSize, pixels: Self.pixel)
    case nil: nil
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
