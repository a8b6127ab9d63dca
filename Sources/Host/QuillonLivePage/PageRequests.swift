import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonRecognizer
import QuillonTraining
import Synchronization

/// The requests of the page to the thread that reads the board. ``EventFeed`` is the other
/// direction.
///
/// Thread-safe.
final class PageRequests: Sendable {
  private struct State {
    var isPenHeld = false
    var rest: RestRecording?
    var model: LoadedModel?
    var reference: Bool?
    var isBoardPaused = false
    var calibration: SensorCalibration?
    var plane: PlaneRule?
    var findsPenByMotion = false
    var columns: String?
  }

  private let state = Mutex(State())

  /// Sets whether a browser holds the pen down.
  func holdPen(_ isHeld: Bool) { state.withLock { $0.isPenHeld = isHeld } }

  /// Starts the recording of rest at the next sample, or ends it.
  func recordRest(_ isOn: Bool) { state.withLock { $0.rest = isOn ? RestRecording() : nil } }

  /// What an event of the bridge means for the recording of rest. Nil if none is running.
  func followRest(_ event: BridgeEvent) -> RestRecording.Outcome? {
    state.withLock { state in
      let outcome = state.rest?.follow(event)
      if case .over = outcome { state.rest = nil }
      return outcome
    }
  }

  /// Requests that `model` recognizes the letters.
  func use(_ model: LoadedModel) { state.withLock { $0.model = model } }

  /// The newly requested model. It is returned once; nil if there is none.
  func takeModel() -> LoadedModel? {
    state.withLock { state in
      defer { state.model = nil }
      return state.model
    }
  }

  /// True while a simulated board is to send nothing.
  var isBoardPaused: Bool {
    get { state.withLock { $0.isBoardPaused } }
    set { state.withLock { $0.isBoardPaused = newValue } }
  }

  /// Attitudes are to be reported relative to the next one, or in the reference frame again.
  func setReference(_ isReset: Bool) { state.withLock { $0.reference = isReset } }

  /// The requested change of the reference, once; nil for none.
  func takeReference() -> Bool? {
    state.withLock { state in
      defer { state.reference = nil }
      return state.reference
    }
  }

  /// The bridge's samples are to be corrected by this from now on.
  func calibrate(_ calibration: SensorCalibration) {
    state.withLock { $0.calibration = calibration }
  }

  /// The board's lines of numbers have these columns.
  func name(columns: String) { state.withLock { $0.columns = columns } }

  /// True while columns wait for ``takeColumns()``.
  var hasColumns: Bool { state.withLock { $0.columns != nil } }

  /// The columns that a person has named, once; nil for none.
  func takeColumns() -> String? {
    state.withLock { state in
      defer { state.columns = nil }
      return state.columns
    }
  }

  /// Letters in the air are to be read in this plane from now on.
  func write(in plane: PlaneRule) { state.withLock { $0.plane = plane } }

  /// Gives a bridge the calibration and the plane that were found, once, and notes whether it finds the pen by motion.
  func adjust(_ bridge: Bridge) {
    let (calibration, plane) = state.withLock { state in
      state.findsPenByMotion = bridge.findsPenByMotion
      defer { (state.calibration, state.plane) = (nil, nil) }
      return (state.calibration, state.plane)
    }
    if let calibration { bridge.calibration = calibration }
    if let plane { bridge.plane = plane }
  }

  /// True if letters of the board are found by its motion.
  var findsPenByMotion: Bool { state.withLock { $0.findsPenByMotion } }

  /// The pen at a time of the board's clock, µs. Nil if the page does not control the pen.
  func pen(at timestamp: UInt32) -> PenState? {
    state.withLock { state in
      state.rest?.pen(at: timestamp) ?? (state.isPenHeld ? .down : nil)
    }
  }
}
