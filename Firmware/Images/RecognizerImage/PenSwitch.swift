import QuillonFusion

/// The pen state. The sensor's samples, the button and the host can change it. The latest change
/// counts.
struct PenSwitch {
  private(set) var state = PenState.up
  private var sensor = PenState.up
  private var button = PenState.up

  /// The host's command.
  mutating func handle(_ command: PenState) { state = command }

  /// The pen state of the sensor's sample.
  mutating func follow(sensor now: PenState) {
    guard now != sensor else { return }
    (sensor, state) = (now, now)
  }

  /// Reads the button; true when it was pressed or released.
  mutating func follow(isButtonPressed: Bool) -> Bool {
    let now = isButtonPressed ? PenState.down : .up
    guard now != button else { return false }
    (button, state) = (now, now)
    return true
  }
}
