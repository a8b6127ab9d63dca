import Foundation
import QuillonRecognizer

extension Rejection {
  /// What was measured, in its unit, what is allowed, and the remedy, for people.
  ///
  /// - Parameter restAdvice: What a person does so that letters without a pen are separated.
  /// - Returns: The text, without a period.
  public func words(restAdvice: String) -> String {
    let value = value.double
    switch gate {
    case .duration:
      let (least, most) = (
        Double(RejectionGates.shortestDuration) / 1e6, Double(RejectionGates.longestDuration) / 1e6
      )
      return value < least
        ? String(format: "it lasted %.2f s, %.1f s needed; write more slowly", value, least)
        : String(format: "it lasted %.2f s, %.0f s allowed; ", value, most) + restAdvice
    case .turning:
      return String(
        format: """
          the board turned more than it moved: %.2f m/s per rad, %.0f needed; move the hand and keep \
          the wrist stiff
          """, value, RejectionGates.leastForceOverTurning.double)
    case .restBefore:
      return String(format: "%.2f s without a rest before it, ", value) + Self.unrest + restAdvice
    case .restAfter:
      return String(format: "%.2f s without a rest after it, ", value) + Self.unrest + restAdvice
    case .extent:
      let (least, most) = (
        RejectionGates.leastExtent.double, RejectionGates.greatestExtent.double
      )
      return value < least
        ? String(
          format: "it was %.1f cm large, %.0f cm needed; write larger", value * 100, least * 100)
        : String(format: "it was %.1f m large, %.0f m allowed; write smaller", value, most)
    case .retracing:
      return String(
        format: """
          a line to and fro: %.2f times as wide as long, %.2f needed; write the whole shape of the \
          letter
          """, value, RejectionGates.greatestRetracedWidth.double)
    case .flatness:
      return String(
        format: """
          the path was not flat: %.2f of %.2f allowed; write on an upright wall in front of you
          """, value, RejectionGates.greatestNormalShare.double)
    }
  }

  private static var unrest: String {
    String(format: "%.1f s allowed; ", Double(RejectionGates.longestUnrest) / 1e6)
  }
}
