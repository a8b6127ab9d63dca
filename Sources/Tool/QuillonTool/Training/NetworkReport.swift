import Foundation
import QuillonTraining

/// The result of a packed model, for people or as JSON.
struct NetworkReport: Encodable {
  private let evaluation: ConfusionMatrix
  private let writers: [String: WriterTable.Row]
  private let macro: Double
  private let interval: [Double]?
  private let worstWriter: String?
  private var samples: Int
  private var bytes: Int?
  private var modelID: UInt32?
  private let table: WriterTable
  private let rejection: [RejectionTable.Row]?
  private let windows: Int
  private let personal: Personal?
  /// True if the model has learned from the same letters.
  private let isOfItsOwnLetters: Bool

  /// The result after training on people's own letters.
  struct Personal: Encodable {
    /// How many letters of each label each writer taught.
    var examples: Int
    /// The share of right answers to the other letters, and to labels that were not taught: before
    /// and after.
    var before: Double
    var after: Double
    var afterInterval: [Double]?
    var worstWriter: String?
    var worstAfter: Double?
    var untaught: Int
    var untaughtBefore: Double?
    var untaughtAfter: Double?

    init(_ evaluation: PersonalEvaluation) {
      examples = evaluation.examples
      before = evaluation.before.matrix.accuracy
      after = evaluation.after.matrix.accuracy
      let table = evaluation.after.writers
      afterInterval = table.interval.map { [$0.lowerBound, $0.upperBound] }
      worstWriter = table.worst()?.writer
      worstAfter = table.worst()?.row.accuracy
      untaught = evaluation.untaughtBefore.n
      guard untaught > 0 else { return }
      untaughtBefore = evaluation.untaughtBefore.accuracy
      untaughtAfter = evaluation.untaughtAfter.accuracy
    }
  }

  private enum CodingKeys: String, CodingKey {
    case evaluation, writers, macro, interval, worstWriter, samples, bytes
    case rejection, windows, personal, modelID
  }

  init(
    _ evaluation: NetworkEvaluation, samples: Int, bytes: Int? = nil, modelID: UInt32? = nil,
    tellsRejection: Bool = false, personal: PersonalEvaluation? = nil,
    isOfItsOwnLetters: Bool = false
  ) {
    self.isOfItsOwnLetters = isOfItsOwnLetters
    self.evaluation = evaluation.matrix
    table = evaluation.writers
    writers = table.rows
    macro = table.macro
    interval = table.interval.map { [$0.lowerBound, $0.upperBound] }
    worstWriter = table.worst()?.writer
    self.samples = samples
    self.bytes = bytes
    self.modelID = modelID
    windows = evaluation.rejection.windows
    self.personal = personal.map(Personal.init)
    // Without letters there are no margins to choose from.
    let rates = evaluation.matrix.n > 0 ? [0.05, 0.1, 0.2] : []
    rejection =
      tellsRejection
      ? [evaluation.rejection.byModel] + rates.map { evaluation.rejection.rejecting($0) } : nil
  }

  /// Prints the result to standard output.
  func print(json: Bool) throws {
    if json { return try Console.print(json: self) }
    guard evaluation.n > 0 else { return try printMotion() }
    try Console.print("\(evaluation)")
    if isOfItsOwnLetters {
      try Console.print(TrainCommand.caveat)
    } else {
      let spread = interval.map { "\(Self.words($0)); " } ?? ""
      let count = writers.count == 1 ? "1 writer" : "\(writers.count) writers"
      try Console.print("\(count): \(spread)mean of writers \(Self.percent(macro))")
    }
    if !isOfItsOwnLetters, let worst = table.worst() {
      try Console.print(
        "worst writer of 10 letters or more: \(worst.writer), \(worst.row.correct) of "
          + "\(worst.row.n), \(Self.percent(worst.row.accuracy))")
    }
    for row in rejection ?? [] {
      let rule =
        row.margin.map { "margin \($0.isFinite ? String(format: "%.3f", $0) : "–")" }
        ?? "the model's threshold"
      try Console.print(
        "\(rule): rejects \(Self.percent(row.rejected)), of the others right "
          + Self.percent(row.accuracy) + motion(row))
    }
    if rejection != nil, !isOfItsOwnLetters, let most = table.mostRejected() {
      try Console.print(
        "most rejected writer of 10 letters or more, by the model's threshold: \(most.writer), "
          + "\(most.row.rejected) of \(most.row.n), \(Self.percent(most.row.rejectedShare))")
    }
    if let personal { try Self.print(personal) }
    if isOfItsOwnLetters, let bytes {
      try Console.print("\(samples) letters learned, \(bytes) bytes")
    }
  }

  /// Without letters, the result is only how much other motion passes.
  private func printMotion() throws {
    guard let row = rejection?.first, let share = row.falseAccepts else { return }
    try Console.print(
      "the model's threshold: lets \(Self.percent(share)) of \(windows) windows of motion pass")
  }

  private static func print(_ personal: Personal) throws {
    try Console.print(
      "after \(personal.examples) of each label: of the other letters right "
        + "\(percent(personal.after))\(personal.afterInterval.map { ", \(words($0))" } ?? ""); "
        + "before \(percent(personal.before))")
    if let worst = personal.worstWriter, let share = personal.worstAfter {
      try Console.print("worst writer then: \(worst), \(percent(share))")
    }
    if let before = personal.untaughtBefore, let after = personal.untaughtAfter {
      try Console.print(
        "labels not taught, \(personal.untaught) answers: \(percent(before)) before, "
          + "\(percent(after)) after")
    }
  }

  private static func words(_ interval: [Double]) -> String {
    "95 % interval \(percent(interval[0])) to \(percent(interval[1]))"
  }

  private func motion(_ row: RejectionTable.Row) -> String {
    row.falseAccepts.map { ", lets \(Self.percent($0)) of \(windows) windows of motion pass" } ?? ""
  }

  private static func percent(_ share: Double) -> String {
    String(format: "%.1f %%", share * 100)
  }
}
