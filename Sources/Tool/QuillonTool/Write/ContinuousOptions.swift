import ArgumentParser
import Foundation
import QuillonBridge
import QuillonLivePage
import QuillonRecognizer

/// Reading while the hand moves.
struct ContinuousOptions: ParsableArguments {
  @Flag(
    help: """
      Print ten times a second, while the hand moves, how probable each label is, and print a \
      letter when a label holds for 0.2 s. No pen is needed. This is meant for gestures: \
      --model gestures.
      """)
  var continuous = false

  @Option(
    help: """
      Predictions a second with --continuous, 1 to 1000. A rate above the board's gives one for \
      every sample. The default is 10.
      """)
  var predictionRate: Double?

  func validate() throws {
    guard let predictionRate else { return }
    guard (1...1000).contains(predictionRate) else {
      throw ValidationError("Choose another value: --prediction-rate is 1 to 1000 a second.")
    }
    guard continuous else {
      throw ValidationError("--prediction-rate needs --continuous: add it.")
    }
  }

  /// The reader; nil if letters are read at the end of each stroke.
  ///
  /// - Throws: `ToolError` for a model whose scores are no probabilities.
  func reader(
    _ model: ModelOptions, _ stabilizers: StabilizerOptions, _ writing: WritingSettings
  ) throws -> ContinuousReader? {
    guard continuous else { return nil }
    let named = try model.named()
    try named.requireProbabilities()
    let settings = stabilizers.settings(of: named.stabilizers)
    return ContinuousReader(
      model: named.labeled, parameters: settings.parameters(writing: writing),
      rate: predictionRate ?? ContinuousReader.usualRate)
  }
}

extension BridgeEvent {
  /// True for what a bridge reports at the end of a stroke.
  var isEndOfStroke: Bool {
    switch self {
    case .letter, .abandoned, .rejected, .tooSmall: true
    default: false
    }
  }
}

extension LetterReport {
  /// Prints what the hand may be writing; the letter, if there is one, is an event of its own.
  func show(_ prediction: ContinuousReader.Prediction) throws {
    switch form {
    case .json: try output(Console.line(json: PredictionLine(prediction)))
    case .csv:
      guard let best = prediction.shares.first else { return }
      let label = Self.quoted(best.label.printable)
      try output("prediction,\(prediction.time),\(label),\(best.probability),,,host,")
    case .text:
      let best = prediction.shares.prefix(3).map {
        "\($0.label.printable) " + String(format: "%.2f", $0.probability)
      }
      try output(
        String(format: "%8.2f s  ~ ", prediction.time) + best.joined(separator: "  "))
    }
  }

  /// Prints what predictions cost.
  func show(predictions times: ContinuousReader) throws {
    let report = times.predictionTimes
    guard report.count > 0 else { return }
    let microseconds = [report.p50, report.p99, report.maximum].map { Double($0) / 1000 }
    if form == .json {
      return try output(
        Console.line(
          json: PredictionTimes(
            count: report.count, p50: microseconds[0], p99: microseconds[1], max: microseconds[2])))
    }
    let line = String(
      format: "predictions %d, p50 %.1f µs, p99 %.1f µs, max %.1f µs", Int(report.count),
      microseconds[0], microseconds[1], microseconds[2])
    if form == .csv { Console.note(line) } else { try output(line) }
  }
}

/// A prediction as a line of JSON; `t` in s of the board's clock since the first sample.
private struct PredictionLine: Encodable {
  let event = "prediction"
  var t: Double
  var probabilities: [String: Double]

  init(_ prediction: ContinuousReader.Prediction) {
    t = prediction.time
    probabilities = Dictionary(
      prediction.shares.map { ($0.label, ($0.probability * 1e4).rounded() / 1e4) },
      uniquingKeysWith: max)
  }
}

/// How long predictions took, µs, as a line of JSON.
private struct PredictionTimes: Encodable {
  let event = "predictions"
  var count: UInt64
  var p50: Double
  var p99: Double
  var max: Double
  let unit = "us"
}
