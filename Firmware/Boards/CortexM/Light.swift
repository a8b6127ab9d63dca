/// What the light shows, each by its own blink pattern.
public enum LightSignal: UInt8, Sendable {
  /// No sensor has been found yet, or it has been lost: on and off eight times a second.
  case findingSensor
  /// The attitude is not known yet, so the board is to be held still: on and off once a second.
  case settling
  /// Letters can be written: a short flash every two seconds.
  case ready
  /// The pen is down: on.
  case penDown
  /// A letter has been read: off, two long flashes.
  case read
  /// A stroke has not been read: six short flashes.
  case notRead

  /// Whether the light is on so many milliseconds after the signal has begun.
  public func isOn(after milliseconds: UInt32) -> Bool {
    switch self {
    case .findingSensor: milliseconds & 127 < 64
    case .settling: milliseconds & 1_023 < 512
    case .ready: milliseconds & 2_047 < 64
    case .penDown: true
    case .read: milliseconds & 255 >= 64
    case .notRead: milliseconds & 127 >= 64
    }
  }

  /// How long it is shown before what follows it, ms; 0: as long as it holds.
  public var duration: UInt32 {
    switch self {
    case .read: 512
    case .notRead: 768
    default: 0
    }
  }
}
