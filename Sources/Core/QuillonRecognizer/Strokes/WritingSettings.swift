import QuillonFusion

/// The source of the pen state.
public enum PenSource: UInt8, Sendable {
  /// The pen state in each sample.
  case samples = 0
  /// The motion of the hand. The pen state in the samples is ignored.
  case motion = 1
}

/// How a hand writes with this board. The user chooses these settings, and a host sends them to a
/// board.
public struct WritingSettings: Equatable, Sendable {
  /// The source of the pen state.
  public var pen: PenSource
  /// How the motion is segmented into strokes, if the pen state comes from the motion.
  public var segmenter: MotionSegmenter.Parameters
  /// How long the pen may be up within a letter of several strokes, ms, 0…65,535. 0 if every stroke
  /// is a letter. The classification is delayed by this time.
  ///
  /// If the pen state comes from the motion: the longest time after a stroke for another one to be
  /// detected as writing. The second stroke is then read both on its own and joined with the first,
  /// and the better reading is reported.
  public var penUpTime: UInt16
  /// The gates that a stroke in space must pass before it is read as a letter.
  public var gates: RejectionGates
  /// The plane that a stroke in space is read in.
  public var plane: PlaneRule

  /// Settings from their parts. By default the samples give the pen state, every stroke is a
  /// letter, no gate is used, and letters lie in the plane of the board's face at pen-down.
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

  /// Settings for a board without a button. The motion gives the pen state, a hand may pause for
  /// half a second within a letter, and every gate is used.
  public static var withoutButton: Self { Self(pen: .motion, penUpTime: 800, gates: .all) }
}
