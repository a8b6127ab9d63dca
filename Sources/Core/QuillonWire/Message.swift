import QuillonFusion
import QuillonRecognizer

/// The content of a packet.
public enum Message: Equatable, Sendable {
  /// One sample of the sensor. It is sent as a fused sample if the board gave an attitude, and as a
  /// raw sample otherwise. Every value arrives bit for bit. Its timestamp is the packet's time.
  case sample(InertialSample)
  /// The pen went up or down.
  case pen(PenChange)
  /// The classification of one stroke.
  case classification(Classification)
  /// The board's counters since its start.
  case status(Status)
  /// Identifies the sender. The first message after a start.
  case hello(Hello)
  /// Why the board restarted, if a fault caused it.
  case fault(FaultReport)
  /// The calibration of a sensor.
  case calibration(SensorCorrection)
  /// A gate of the recognizer rejected a stroke.
  case rejection(Rejection)
  /// How the hand writes with this board. From a host it is a command; from a board it is what it
  /// uses.
  case settings(WritingSettings)
  /// A chunk of a model, of training updates or of a metric.
  case chunk(Chunk)
  /// A request from a host to a board with an on-device trainer.
  case request(TrainerRequest)
  /// The reply of such a board.
  case reply(TrainerReply)
  /// The recognizer abandoned a stroke.
  case abandonment(Abandonment)
  /// How strokes are integrated and how their drift is limited. From a host it is a command; from a board it is what it uses.
  case stabilizers(Stabilizers)
  /// Whether a board that recognizes letters sends its samples instead. From a host it is a command; from a board it is what it does.
  case streaming(Bool)
  /// Which labels of the model in use may be answers. From a host it is a command; from a board it is what it uses.
  case labelMask(LabelMask)
}

/// The type byte of a packet.
enum MessageType: UInt8 {
  case rawSample = 1
  case fusedSample = 2
  case pen = 3
  case classification = 4
  case status = 5
  case hello = 6
  case fault = 7
  case calibration = 8
  case rejection = 9
  case settings = 10
  case chunk = 11
  case request = 12
  case reply = 13
  case abandonment = 14
  case stabilizers = 15
  case streaming = 16
  case labelMask = 17

  /// The message type of a byte, restricted to types that a board receives from its sensor or from
  /// a host; nil otherwise.
  init?(forBoards byte: UInt8) {
    switch Self(rawValue: byte) {
    case .fusedSample, .pen: self.init(rawValue: byte)
    case .rawSample, .calibration, .settings, .streaming:
      guard WireFeatures.rawSensors else { return nil }
      self.init(rawValue: byte)
    case .chunk, .request:
      guard WireFeatures.deviceTraining else { return nil }
      self.init(rawValue: byte)
    case .stabilizers:
      guard WireFeatures.stabilizers else { return nil }
      self.init(rawValue: byte)
    case .labelMask:
      guard WireFeatures.labelMasks else { return nil }
      self.init(rawValue: byte)
    default: return nil
    }
  }
}

/// The bits of the flags byte at the start of a sample.
enum SampleFlags {
  /// The pen is down.
  static let penDown: UInt8 = 1
  /// The acceleration is linear, without gravity. If clear, it is specific force.
  static let linear: UInt8 = 2
  /// The angular rate is present.
  static let angularRate: UInt8 = 4
  /// The magnetic field is present.
  static let magneticField: UInt8 = 8
}

/// A change of the pen state: the beginning or the end of a stroke.
///
/// Each sample carries the pen state as well, so a lost pen message never merges two letters.
public struct PenChange: Equatable, Sendable {
  /// The pen state from now on.
  public var state: PenState
  /// What caused the change.
  public var origin: Origin

  /// What causes a change of the pen state.
  public enum Origin: UInt8, Sendable {
    /// The board: its button, or its own motion detection.
    case board = 0
    /// The host: a command to the board, or the board's echo of it.
    case host = 1
  }

  /// A change from its parts.
  public init(state: PenState, origin: Origin) {
    self.state = state
    self.origin = origin
  }
}
