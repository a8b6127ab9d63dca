import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonRecognizer

extension Event.Reason {
  /// Why a stroke was given up, for people.
  var words: String {
    switch self {
    case .gap: "samples are missing"
    case .tooShort: "too short"
    case .notConverged: "the board's attitude is not known yet; let it rest"
    }
  }
}

extension Rejection {
  /// What a gate found, for people.
  var words: String {
    let value = value.double.formatted(.number.precision(.fractionLength(2)))
    return switch gate {
    case .duration: "it took \(value) s"
    case .turning: "more a turn than a stroke"
    case .restBefore, .restAfter: "hold the board still before and after it"
    case .extent: "\(value) m large"
    case .retracing: "a line to and fro"
    case .flatness: "it left its plane"
    }
  }
}

extension NineAxisAHRS.Status {
  /// How far the start-up has come, for people.
  var words: String {
    switch self {
    case .ready: "ready"
    case .starting(let reason): "starting: \(reason.words)"
    case .converging(let reason): "settling: \(reason.words)"
    }
  }
}

extension NineAxisAHRS.Reason {
  /// What a filter waits for, for people.
  fileprivate var words: String {
    switch self {
    case .sample: "no sample yet"
    case .force: "no gravity felt"
    case .gravity: "averaging gravity"
    case .bias: "let the board rest for 2 s"
    case .heading: "averaging the heading"
    }
  }
}

extension StreamShortcoming {
  /// Why nothing can be written with a board of another make, for people.
  var words: String {
    switch self {
    case .noAcceleration: "the board sends no acceleration: see quillon protocols for its set-up"
    case .noRate:
      """
      the board sends neither attitude nor angular rate: letters need a gyroscope, gestures the \
      model accelerometer
      """
    case .tooSlow(let rate):
      "the board sends \(Int(rate.rounded())) samples a second, which is too slow: set it to 100"
    }
  }
}
