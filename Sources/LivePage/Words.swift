import Motion
import Pipeline

extension Event.Reason {
  /// Why a stroke was given up, for people.
  var words: String {
    switch self {
    case .gap: "samples are missing"
    case .tooShort: "too short"
    case .unsettled: "the board's attitude is not known yet; let it rest"
    }
  }
}

extension AttitudeFilter.Status {
  /// How far the start-up has come, for people.
  var words: String {
    switch self {
    case .ready: "ready"
    case .starting(let reason): "starting: \(reason.words)"
    case .converging(let reason): "settling: \(reason.words)"
    }
  }
}

extension AttitudeFilter.Reason {
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
