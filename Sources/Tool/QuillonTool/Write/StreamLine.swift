import Foundation
import QuillonBridge
import QuillonRecognizer
import QuillonSerialFormats

/// What is known about a board of another make, as a part of the summary's JSON: rate in Hz, drift
/// in parts per million, delay in ms, accepted bytes, and rejected bytes by reason.
struct StreamLine: Encodable {
  var rate: Double?
  var drift: Double?
  var delay: Double
  var missing: Int
  var accepted: UInt32
  var rejected: [String: UInt32]

  init(_ stream: StreamSummary) {
    rate = stream.rate
    drift = stream.drift
    delay = stream.delay * 1000
    missing = stream.missing
    accepted = stream.bytes.accepted
    rejected = Dictionary(
      uniqueKeysWithValues: DecodeError.allCases.map { ("\($0)", stream.bytes[$0]) })
  }
}

extension StreamSummary {
  /// The lines of the summary, for people.
  var lines: String {
    var parts: [String] = []
    if let rate { parts.append(String(format: "%.1f Hz", rate)) }
    if let drift { parts.append(String(format: "clock %+.0f ppm", drift)) }
    parts.append(String(format: "letters %.0f ms late", delay * 1000))
    return """
      board       \(parts.joined(separator: ", "))
      missing     \(missing) samples
      line        \(bytes.account)
      """
  }
}

extension DecodeCounters {
  /// The accepted bytes, and the rejected ones by reason, for people.
  var account: String {
    let reasons = DecodeError.allCases.filter { self[$0] > 0 }.map { "\($0) \(self[$0])" }
    let details = reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"
    return "\(accepted) bytes in messages, \(rejected) rejected\(details)"
  }
}
