import QuillonFusion

/// What can tell when the pen is down.
public enum PenSource: UInt8, Sendable {
  /// Each sample.
  case samples = 0
  /// How the hand moves; what the samples say is of no account.
  case motion = 1
}

/// How a hand writes with this board, as a user chooses it and a host tells a board.
public struct WritingSettings: Equatable, Sendable {
  /// What tells when the pen is down.
  public var pen: PenSource
  /// How the motion tells it, if it does.
  public var segmenter: MotionSegmenter.Parameters
  /// How long the pen may be up within a letter of several strokes, ms, 0…65,535; 0 if every stroke is a letter. The
  /// verdict comes that much later. Where the motion tells of the pen: how soon after a stroke another has to be
  /// known to be written, to be read both by itself and as one with it; what is then the better letter is told.
  public var penUpTime: UInt16
  /// What a stroke in space has to pass before it is read as a letter.
  public var gates: RejectionGates
  /// The plane that a stroke in space is read in.
  public var plane: PlaneRule

  /// Settings from their parts: by default the samples tell of the pen, every stroke is a letter, no
  /// gate is closed, and letters stand in the plane that the board's face was in when the pen went down.
  public init(
    pen: PenSource = .samples, segmenter: MotionSegmenter.Parameters = .init(),
    penUpTime: UInt16 = 0, gates: RejectionGates = [], plane: PlaneRule = .init()
  ) {
    self.pen = pen
    self.segmenter = segmenter
    self.penUpTime = penUpTime
    self.gates = gates
    self.plane = plane
  }

  /// For a board without a button: the motion tells of the pen, a hand that pauses for half a second may still be
  /// within a letter, and every gate is closed.
  public static var withoutButton: Self { Self(pen: .motion, penUpTime: 800, gates: .all) }
}
