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

  private enum CodingKeys: String, CodingKey {
    case evaluation, writers, macro, interval, worstWriter, samples, bytes, stamp
  }

  init(_ evaluation: NetworkEvaluation, samples: Int, bytes: Int? = nil, stamp: UInt32? = nil) {
    self.evaluation = evaluation.matrix
    table = evaluation.writers
    writers = table.rows
    macro = table.macro
    interval = [table.interval.lowerBound, table.interval.upperBound]
    worstWriter = table.worst()?.writer
    self.samples = samples
    self.bytes = bytes
    self.stamp = stamp
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
    if let bytes { Console.print("\(samples) letters learned, \(bytes) bytes") }
  }

  private static func percent(_ share: Double) -> String {
    String(format: "%.1f %%", share * 100)
  }
}
