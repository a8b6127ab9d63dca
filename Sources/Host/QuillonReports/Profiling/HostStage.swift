/// The timed stages of the host's processing chain, in the order in which a sample passes them.
///
/// The first three measure the chain as it is. The others measure its public parts, put together
/// again so that a clock can be read between them.
public enum HostStage: Int, CaseIterable, Sendable {
  /// One sample, from the first byte of its packet to the end of `Recognizer.push`. This is the
  /// sample's own time.
  case sample
  /// `Recognizer.push` with the pen down and no stroke being read.
  case penDown
  /// `Recognizer.push` while a finished stroke is read: one slice, or the classification.
  case reading
  /// Decoding the packet's bytes.
  case decode
  /// Applying axes, offset and gain to a raw board's three sensors.
  case calibrate
  /// Computing a raw board's attitude and gravity, and from them linear acceleration.
  case fuse
  /// Turning the acceleration into the reference frame, and integrating velocity and position.
  case integrate
  /// Storing a point, and adding its attitude to the mean attitude.
  case buffer
  /// Finding the writing plane when the pen goes up.
  case plane
  /// Removing drift from a slice of at most 32 points, and projecting them onto the plane.
  case project
  /// Moving and scaling a slice of at most 32 points to the unit square.
  case rescale
  /// Computing the features of all points of a stroke: by zones or, for a packed model, by the
  /// path. This is one run of what the chain does in slices.
  case features
  /// Computing the scores of all labels and the classification, also in one run.
  case scores

  /// Its name in tables and files.
  public var name: String { "\(self)" }

  /// True for a stage that measures the chain as it is, false for a part of it.
  public var isWhole: Bool { rawValue <= Self.reading.rawValue }
}
