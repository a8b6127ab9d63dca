import Foundation
import QuillonRecordings

/// What a browser asks for: one JSON object, `do` naming the wish.
public enum PageCommand: Equatable, Sendable {
  /// The page's pen goes down or up: `{"do":"pen","down":true}`.
  case pen(isDown: Bool)
  /// A pointer moved on the page: `{"do":"touch","points":[[x,y,µs,1],…],"minimum":95}`. The minimum size of a letter
  /// is 0…10,000 pixels, and the lab's 100 if it is absent.
  case touch([TouchPoint], minimumSize: Double = TouchPad.minimumSize)
  /// The running text begins anew: `{"do":"clear"}`.
  case clear
  /// Strokes from now on are kept as examples of a label: `{"do":"collect","label":"A"}`; without a
  /// label they are not kept any more.
  case collect(label: String?)
  /// An example was bad: `{"do":"delete","sample":3}`.
  case delete(sample: Int)
  /// Examples of rest are recorded from a board that is held still, or no longer:
  /// `{"do":"rest","on":true}`.
  case rest(isOn: Bool)
  /// Learn a model from the examples and recognize by it: `{"do":"train","holdOut":20}`. So many percent
  /// of each label's examples, 0…50, are held out at first to be asked about.
  case train(holdOut: Int)
  /// Recognize by the model of the start again: `{"do":"restore"}`.
  case restore
  /// Write examples and model to the folder: `{"do":"save"}`.
  case save

  /// The longest message that is looked at, bytes.
  public static let maximumLength = 4096
  /// The most points in one message.
  public static let maximumPoints = 64
  /// The longest label, characters.
  public static let maximumLabelLength = 16

  /// The wish in a message; nil if it is too long, no JSON, or no wish.
  public init?(message: Data) {
    guard message.count <= Self.maximumLength,
      let request = try? JSONDecoder().decode(Request.self, from: message)
    else { return nil }
    switch request.do {
    case "pen":
      guard let down = request.down else { return nil }
      self = .pen(isDown: down)
    case "touch":
      let points = request.points?.compactMap(TouchPoint.init) ?? []
      let minimum = request.minimum ?? TouchPad.minimumSize
      guard !points.isEmpty, points.count <= Self.maximumPoints,
        points.count == request.points?.count, (0...10_000).contains(minimum)
      else { return nil }
      self = .touch(points, minimumSize: minimum)
    case "clear": self = .clear
    case "collect":
      guard request.label.map(Self.isLabel) ?? true else { return nil }
      self = .collect(label: request.label)
    case "delete":
      guard let sample = request.sample else { return nil }
      self = .delete(sample: sample)
    case "rest":
      guard let on = request.on else { return nil }
      self = .rest(isOn: on)
    case "train":
      guard let holdOut = request.holdOut, (0...50).contains(holdOut) else { return nil }
      self = .train(holdOut: holdOut)
    case "restore": self = .restore
    case "save": self = .save
    default: return nil
    }
  }

  /// Labels must fit in every export.
  private static func isLabel(_ text: String) -> Bool {
    text.count <= maximumLabelLength && text.isTrainingLabel
  }

  private struct Request: Decodable {
    var `do`: String
    var down: Bool?
    var points: [[Double]]?
    var minimum: Double?
    var label: String?
    var sample: Int?
    var on: Bool?
    var holdOut: Int?
  }
}

/// Where a pointer is on the page.
public struct TouchPoint: Equatable, Sendable {
  /// To the right, pixels, ±100,000.
  public let x: Double
  /// Down, pixels, ±100,000.
  public let y: Double
  /// The browser's clock, µs, modulo 2³².
  public let time: UInt32
  /// Whether the pointer writes.
  public let isDown: Bool

  /// A point from x, y, time and 1 for down or 0 for up; nil if that is not what the numbers are.
  init?(_ numbers: [Double]) {
    guard numbers.count == 4, numbers[0].magnitude <= 100_000, numbers[1].magnitude <= 100_000,
      (0...0x1p52).contains(numbers[2])
    else { return nil }
    x = numbers[0]
    y = numbers[1]
    time = UInt32(truncatingIfNeeded: Int64(numbers[2]))
    isDown = numbers[3] != 0
  }
}
