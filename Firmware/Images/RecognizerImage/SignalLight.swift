import CortexM
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer

/// What the board's light shows: the state that holds, and for a moment the result of a stroke.
struct SignalLight {
  private var signal = LightSignal.findingSensor
  private var begin: UInt32 = 0
  /// How many samples were of no use, when the last one was, and whether that was a moment ago.
  private var useless: UInt32 = 0
  private var lastUseless: UInt32 = 0
  private var isSettling = false

  /// A stroke has ended.
  mutating func note(_ event: Event, at now: UInt32) {
    if case .classification = event { show(.read, at: now) } else { show(.notRead, at: now) }
  }

  /// Whether the light is on, by the board's clock, µs.
  ///
  /// - Parameter counters: the recognizer's. While the attitude is not known they count samples of no use.
  mutating func isOn(
    at now: UInt32, isSensorPresent: Bool, pen: PenState, counters: RecognizerCounters
  ) -> Bool {
    let sum = counters.withoutAttitude.value &+ counters.notConverged.value
    if sum != useless { (useless, lastUseless, isSettling) = (sum, now, true) }
    if now &- lastUseless > 100_000 { isSettling = false }
    let state: LightSignal =
      !isSensorPresent ? .findingSensor : isSettling ? .settling : pen == .down ? .penDown : .ready
    // Milliseconds by a shift: 1,024 µs each.
    if signal != state, (now &- begin) &>> 10 >= signal.duration { show(state, at: now) }
    return signal.isOn(after: (now &- begin) &>> 10)
  }

  private mutating func show(_ signal: LightSignal, at now: UInt32) {
    self.signal = signal
    begin = now
  }
}
