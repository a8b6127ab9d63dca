/// What the host's part of the chain is timed by, in the order of a sample's way.
///
/// The first three are the chain as it is; the others are its public pieces, put together again so that a
/// clock can be read between them.
public enum HostStage: Int, CaseIterable, Sendable {
  /// A sample's packet, from its first byte to the end of `Recognizer.push`: the sample's own time.
  case sample
  /// `Recognizer.push` with the pen down and no stroke being read.
  case penDown
  /// `Recognizer.push` while a stroke that ended is read: a slice, or the verdict.
  case reading
  /// The packet's bytes through the decoder.
  case decode
  /// Axes, offset and gain of a raw board's three sensors.
  case calibrate
  /// A raw board's attitude, gravity and linear acceleration.
  case fuse
  /// Into the reference frame, velocity and position.
  case integrate
  /// A point stored, its attitude added to the mean's.
  case buffer
  /// Pen-up: the writing plane.
  case plane
  /// A slice of at most 32 points: drift removed, turned into the plane.
  case project
  /// A slice of at most 32 points: moved and scaled to the unit square.
  case rescale
  /// All points of a stroke through the zones or, for a packed model, through the path, and their features:
  /// in one run what the chain does in slices.
  case features
  /// The scores of all labels and the verdict, again in one run.
  case scores

  /// How it is called in tables and files.
  public var name: String { "\(self)" }

  /// True for the chain as it is, false for a piece of it.
  public var isWhole: Bool { rawValue <= Self.reading.rawValue }
}
