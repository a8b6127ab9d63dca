import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonSerialFormats

extension Event.Reason {
  /// Why a stroke was abandoned, for people.
  var words: String {
    switch self {
    case .gap: "samples are missing; check the line, and write it again"
    case .tooShort: "too short; hold the pen until it is written"
    case .notConverged: "the board's attitude is not known yet; let it rest"
    }
  }
}

extension Rejection {
  /// What was measured, what is allowed, and the remedy, for people at the page.
  var words: String {
    words(
      restAdvice:
        "rest half a second between letters, or hold the pen button (space bar) while you write")
  }
}

extension NineAxisAHRS.Status {
  /// The state of the start-up, for people.
  var words: String {
    switch self {
    case .ready: "ready"
    case .starting(let reason): "starting: \(reason.words)"
    case .converging(let reason): "settling: \(reason.words)"
    }
  }
}

extension NineAxisAHRS.Reason {
  /// What the filter waits for, for people.
  fileprivate var words: String {
    switch self {
    case .sample: "no sample yet"
    case .force: "no gravity measured"
    case .gravity: "averaging gravity"
    case .bias: "let the board rest for 2 s"
    case .heading: "averaging the heading"
    }
  }
}

extension SampleShortcoming {
  /// Why the board can't be used for writing, for people.
  var words: String {
    switch self {
    case .noAcceleration:
      """
      the board sends no acceleration, which writing needs: set it to send acceleration and \
      angular rate
      """
    case .noRate:
      """
      the board sends neither attitude nor angular rate: letters need a gyroscope, gestures the \
      model accelerometer
      """
    case .tooSlow:
      "the board sends fewer than 20 samples a second, which is too slow: set it to 100"
    }
  }
}
