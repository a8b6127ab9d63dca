import Foundation
import QuillonBridge
import QuillonFusion
import QuillonRecognizer

extension BridgeEvent {
  /// Why a stroke is no letter: what was measured, what is allowed, and the remedy, for people. Nil for other events.
  var noLetterWords: String? {
    switch self {
    case .abandoned(let reason, _): return reason.words + reason.advice
    case .rejected(let rejection, _): return rejection.words
    case .tooSmall(let size, let minimum, _, _):
      return String(
        format: "too small, %.1f cm; write at least %.1f cm", size * 100, minimum * 100)
    case .letter(let letter): return letter.doubt
    default: return nil
    }
  }
}

extension Letter {
  /// Why the model rejected the letter, with its margin, the least margin and the remedy. Nil if it did not.
  fileprivate var doubt: String? {
    guard isRejected else { return nil }
    // The margin is below 0 if the output for motion that is no letter scores highest.
    let (reason, remedy) =
      margin < 0
      ? ("no letter", "write one letter, all of its strokes in one plane")
      : ("too close to the next", "write it more clearly")
    let least = leastMargin.map { String(format: ", %.3f needed", max($0, 0)) } ?? ""
    return String(format: "%@: margin %.3f", reason, margin) + least
      + "; \(remedy), or teach the model your hand with `quillon bridge --teach`"
  }
}

extension Event.Reason {
  /// The reason, for people and programs.
  var words: String {
    switch self {
    case .gap: "gap"
    case .tooShort: "too short"
    case .notConverged: "attitude not converged"
    }
  }

  /// What is allowed, and the next step, for people.
  var advice: String {
    switch self {
    case .gap:
      """
      : samples were missing for more than \(MotionTracker.Parameters.standard.maximumStep / 1_000) ms; check the cable \
      or the radio, and write again
      """
    case .tooShort:
      ": fewer than 2 samples with the pen down, 2 needed; keep the pen down while you write"
    case .notConverged: "; hold the board still for 1 s, then write"
    }
  }
}
