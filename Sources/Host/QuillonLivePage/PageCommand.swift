import Foundation
import QuillonRecordings
import QuillonTraining

/// A request of a browser: one JSON object. Its key `do` names the request.
public enum PageCommand: Equatable, Sendable {
  /// The page's pen goes down or up: `{"do":"pen","down":true}`.
  case pen(isDown: Bool)
  /// A pointer moved on the page: `{"do":"touch","points":[[x,y,µs,1],…],"minimum":95}`. The minimum
  /// size of a letter is 0…10,000 pixels. If it is missing, it is that of the lab, 100.
  case touch([TouchPoint], minimumSize: Double = TouchPad.minimumSize)
  /// Clears the running text: `{"do":"clear"}`.
  case clear
  /// Attitudes are shown relative to the present one, or in the reference frame again:
  /// `{"do":"reference","on":true}`.
  case reference(isReset: Bool)
  /// Stores the next strokes as examples of a label: `{"do":"collect","label":"A"}`. Without a
  /// label, strokes are no longer stored.
  case collect(label: String?)
  /// A simulated board pauses or goes on: `{"do":"pause","on":true}`.
  case pause(isOn: Bool)
  /// Puts the example back that was deleted last: `{"do":"undelete"}`.
  case undelete
  /// Deletes an example: `{"do":"delete","sample":3}`.
  case delete(sample: Int)
  /// Starts or ends the recording of rest from a board that is held still:
  /// `{"do":"rest","on":true}`.
  case rest(isOn: Bool)
  /// Learn a model from the examples and recognize by it: `{"do":"train","holdOut":20,"learner":"movement"}`. So many
  /// percent of each label's examples, 0…50, are held out at first to be asked about. Without a learner it is `automatic`.
  case train(holdOut: Int, learner: Learner)
  /// Uses the first model again: `{"do":"restore"}`.
  case restore
  /// Write examples, model and settings to the folder: `{"do":"save"}`.
  case save
  /// A person goes to a step of the board's first steps: `{"do":"setup","step":"calibration"}`.
  case setUp(BoardSetup.Step)
  /// A person has named the columns of the board's lines: `{"do":"columns","columns":"ax,ay,az,gx,gy,gz"}`, at most 200 characters.
  case columns(String)
  /// The controls of the page were moved: `{"do":"settings","settings":{…}}`.
  case settings(PageSettings)
  /// Ask for letters one by one: `{"do":"test","labels":"A-Z","times":3}`; without labels, no longer.
  case test(labels: [String], times: Int)
  /// What a person asked for can't be done: the message, and where it appears.
  case refused(RefusedPlace, String)
  /// No more letters are asked for.
  case endTest
  /// The last letter of the test is to be written again: `{"do":"repeat"}`.
  case repeatLetter

  /// The longest message that is read, bytes.
  public static let maximumLength = 4096
  /// The greatest number of points in one message.
  public static let maximumPoints = 64
  /// The longest label, characters.
  public static let maximumLabelLength = 16
  /// The longest list of columns, characters.
  static let maximumColumnsLength = 200
  /// The longest list of labels, characters.
  static let maximumListLength = 400

  /// Decodes a message. Nil if the message is too long, is not JSON or is not a request.
  ///
  /// - Parameter message: The bytes of the message, at most ``maximumLength``.
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
    case "reference":
      guard let on = request.on else { return nil }
      self = .reference(isReset: on)
    case "collect":
      if let words = request.label.flatMap(Self.refusal(ofLabel:)) {
        self = .refused(.collection, words)
      } else {
        self = .collect(label: request.label)
      }
    case "pause":
      guard let on = request.on else { return nil }
      self = .pause(isOn: on)
    case "undelete": self = .undelete
    case "delete":
      guard let sample = request.sample else { return nil }
      self = .delete(sample: sample)
    case "rest":
      guard let on = request.on else { return nil }
      self = .rest(isOn: on)
    case "train":
      guard let holdOut = request.holdOut, (0...50).contains(holdOut) else { return nil }
      self = .train(holdOut: holdOut, learner: request.learner ?? .automatic)
    case "restore": self = .restore
    case "save": self = .save
    case "setup":
      guard let step = request.step else { return nil }
      self = .setUp(step)
    case "columns":
      guard let columns = request.columns, columns.count <= Self.maximumColumnsLength else {
        return nil
      }
      self = .columns(columns)
    case "settings":
      guard let settings = request.settings, settings.isValid else { return nil }
      self = .settings(settings)
    case "test":
      guard let text = request.labels else {
        self = .endTest
        return
      }
      guard let list = LabelList(text), text.count <= Self.maximumListLength else {
        self = .refused(
          .test, "“\(text.prefix(20))” names no letters: write A-Z, ABC or A-C<shake>")
        return
      }
      guard let times = request.times, (1...LetterTest.maximumTimes).contains(times) else {
        self = .refused(.test, "a test asks for each letter 1 to \(LetterTest.maximumTimes) times")
        return
      }
      self = .test(labels: list.labels, times: times)
    case "repeat": self = .repeatLetter
    default: return nil
    }
  }

  /// Why `text` can't be a label, and what to do; nil for a label, which fits in every export.
  private static func refusal(ofLabel text: String) -> String? {
    if text.isEmpty {
      return
        "there is no name: type the letter or the gesture that you make, then press “Record strokes”"
    }
    if text.count > maximumLabelLength {
      return "a label has at most \(maximumLabelLength) characters: type a shorter one"
    }
    return text.isTrainingLabel
      ? nil : "“\(text)” can't be a label: type one letter, or a name of letters, digits and _"
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
    var learner: Learner?
    var step: BoardSetup.Step?
    var settings: PageSettings?
    var columns: String?
    var labels: String?
    var times: Int?
  }
}

/// The part of the page in which a refusal is shown: where the person looks.
public enum RefusedPlace: Equatable, Sendable {
  /// “Collect and learn”.
  case collection
  /// “Test”.
  case test
}

/// The position of a pointer on the page.
public struct TouchPoint: Equatable, Sendable {
  /// The position to the right, pixels, ±100,000.
  public let x: Double
  /// The position downward, pixels, ±100,000.
  public let y: Double
  /// The time by the browser's clock, µs, modulo 2³².
  public let time: UInt32
  /// Whether the pointer writes.
  public let isDown: Bool

  /// A point from four numbers: x, y, time, and 1 for down or 0 for up. Nil if there are not four
  /// or one is out of range.
  init?(_ numbers: [Double]) {
    guard numbers.count == 4, numbers[0].magnitude <= 100_000, numbers[1].magnitude <= 100_000,
      (0...0x1p52).contains(numbers[2])
    else { return nil }
    self.init(
      x: numbers[0], y: numbers[1], time: UInt32(truncatingIfNeeded: Int64(numbers[2])),
      isDown: numbers[3] != 0)
  }

  /// A point from its parts.
  init(x: Double, y: Double, time: UInt32, isDown: Bool) {
    (self.x, self.y, self.time, self.isDown) = (x, y, time, isDown)
  }
}
