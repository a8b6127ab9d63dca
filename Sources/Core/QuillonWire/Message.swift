import QuillonFusion
import QuillonRecognizer

/// What a packet says.
public enum Message: Equatable, Sendable {
  /// One moment of the sensor. It travels as a fused sample when the board gave an attitude, else
  /// as a raw sample; every value arrives bit for bit. Its timestamp is the packet's time.
  case sample(InertialSample)
  /// The pen went up or down.
  case pen(PenChange)
  /// What the recognizer says of one stroke.
  case classification(Classification)
  /// What the board has counted since it started.
  case status(Status)
  /// Who is speaking: the first message after a start.
  case hello(Hello)
  /// Why the board started anew, if a fault made it.
  case fault(FaultReport)
  /// How a sensor's readings are corrected.
  case calibration(SensorCorrection)
  /// A gate of the recognizer's has rejected a stroke.
  case rejection(Rejection)
  /// How the hand writes with this board: from a host a command, from a board what it goes by.
  case settings(WritingSettings)
  /// A piece of a model, of lessons or of a metric.
  case chunk(Chunk)
  /// What a host wants of a board that can be taught.
  case request(TrainerRequest)
  /// What such a board answers.
  case reply(TrainerReply)
  /// The recognizer has given a stroke up.
  case abandonment(Abandonment)
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

  /// The type that a byte stands for, of those that a board gets, from its sensor or from a host.
  init?(forBoards byte: UInt8) {
    switch Self(rawValue: byte) {
    case .rawSample, .fusedSample, .pen, .calibration, .settings: self.init(rawValue: byte)
    case .chunk, .request:
      guard WireFeatures.deviceTraining else { return nil }
      self.init(rawValue: byte)
    default: return nil
    }
  }
}

/// The bits of the flags byte with which a sample begins.
enum SampleFlags {
  /// The pen is down.
  static let penDown: UInt8 = 1
  /// The acceleration is linear, gravity removed; clear: specific force.
  static let linear: UInt8 = 2
  /// The angular rate follows.
  static let angularRate: UInt8 = 4
  /// The magnetic field follows.
  static let magneticField: UInt8 = 8
}

/// A movement of the pen: the beginning or the end of a stroke.
///
/// Each sample tells the pen's state as well, so a lost pen message never merges two letters.
public struct PenChange: Equatable, Sendable {
  /// The pen from now on.
  public var state: PenState
  /// Who moved it.
  public var origin: Origin

  /// Who moves the pen.
  public enum Origin: UInt8, Sendable {
    /// The board: its button, or its own judgment of the motion.
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
