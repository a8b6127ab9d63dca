import QuillonBridge
import QuillonFusion
import QuillonTraining
import Synchronization

/// What the page asks of the thread that reads the board: the way back beside ``EventFeed``.
final class PageRequests: Sendable {
  private struct State {
    var isPenHeld = false
    var rest: RestRecording?
    var model: LoadedModel?
    var reference: Bool?
  }

  private let state = Mutex(State())

  /// The page's pen is down, or no longer.
  func holdPen(_ isHeld: Bool) { state.withLock { $0.isPenHeld = isHeld } }

  /// Rest is recorded from the next sample on, or no longer.
  func recordRest(_ isOn: Bool) { state.withLock { $0.rest = isOn ? RestRecording() : nil } }

  /// What an event of the bridge comes to if rest is recorded; nil if it is not.
  func followRest(_ event: BridgeEvent) -> RestRecording.Outcome? {
    state.withLock { state in
      let outcome = state.rest?.follow(event)
      if case .over = outcome { state.rest = nil }
      return outcome
    }
  }

  /// Letters are to be read by `model`.
  func use(_ model: LoadedModel) { state.withLock { $0.model = model } }

  /// The model to go on with, once, if it has changed.
  func takeModel() -> LoadedModel? {
    state.withLock { state in
      defer { state.model = nil }
      return state.model
    }
  }

  /// Attitudes are to be told relative to the next one, or in the reference frame again.
  func setReference(_ isReset: Bool) { state.withLock { $0.reference = isReset } }

  /// What is to become of the reference, once, if anything is.
  func takeReference() -> Bool? {
    state.withLock { state in
      defer { state.reference = nil }
      return state.reference
    }
  }

  /// The pen at a moment of the board's clock, µs; nil while the page has no hand in it.
  func pen(at timestamp: UInt32) -> PenState? {
    state.withLock { state in
      state.rest?.pen(at: timestamp) ?? (state.isPenHeld ? .down : nil)
    }
  }
}
