import Foundation
import Training

/// How a packed model did, for people or as JSON.
struct NetworkReport: Encodable {
  private let evaluation: ConfusionMatrix
  private let writers: [String: WriterTable.Row]
  private let macro: Double
  private let interval: [Double]
  private let worstWriter: String?
  private var samples: Int
  private var bytes: Int?
  private var stamp: UInt32?
  private let table: WriterTable
  private let rejection: [RejectionTable.Row]?

  private enum CodingKeys: String, CodingKey {
    case evaluation, writers, macro, interval, worstWriter, samples, bytes, stamp
    case rejection
  }

  init(
    _ evaluation: NetworkEvaluation, samples: Int, bytes: Int? = nil, stamp: UInt32? = nil,
    tellsRejection: Bool = false
  ) {
    self.evaluation = evaluation.matrix
    table = evaluation.writers
    writers = table.rows
    macro = table.macro
    interval = [table.interval.lowerBound, table.interval.upperBound]
    worstWriter = table.worst()?.writer
    self.samples = samples
    self.bytes = bytes
    self.stamp = stamp
    let rates = [0.05, 0.1, 0.2]
    rejection =
      tellsRejection
      ? [evaluation.rejection.byModel] + rates.map { evaluation.rejection.rejecting($0) } : nil
  }

  /// To standard output.
  func print(json: Bool) throws {
    if json { return try Console.print(json: self) }
    Console.print("\(evaluation)")
    Console.print(
      "\(writers.count) writers: 95 % interval \(Self.percent(interval[0])) to "
        + "\(Self.percent(interval[1])); mean of writers \(Self.percent(macro))")
    if let worst = table.worst() {
      Console.print(
        "worst writer of 10 letters or more: \(worst.writer), \(worst.row.correct) of "
          + "\(worst.row.n), \(Self.percent(worst.row.accuracy))")
    }
    for row in rejection ?? [] {
      let rule = row.margin.map { String(format: "margin %.3f", $0) } ?? "the model's threshold"
      Console.print(
        "\(rule): rejects \(Self.percent(row.rejected)), of the others right "
          + Self.percent(row.accuracy))
    }
    if let bytes { Console.print("\(samples) letters learned, \(bytes) bytes") }
  }

  private static func percent(_ share: Double) -> String {
    String(format: "%.1f %%", share * 100)
  }
}
