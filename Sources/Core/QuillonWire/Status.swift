import QuillonNumerics

/// What a board has counted since it started. Nothing is dropped in silence: each way of losing
/// something has its counter, and each counter stops at 2³² − 1.
public struct Status: Equatable, Sendable {
  /// Samples that the recognizer took.
  public var samples = Counter()
  /// Sensor messages thrown away: wrong checksum, impossible content.
  public var damagedSensorMessages = Counter()
  /// Sensor bytes lost because nobody fetched them in time.
  public var sensorOverruns = Counter()
  /// Pauses between samples so long that the motion was started anew from rest.
  public var timeGaps = Counter()
  /// Samples whose work was not done 10 ms after their last byte had come in.
  public var lateSamples = Counter()
  /// Strokes that filled the stroke buffer and were ended there.
  public var truncatedStrokes = Counter()
  /// Packets not sent because the port could not take them.
  public var droppedPackets = Counter()
  /// Damaged packets from the host.
  public var damagedCommands = Counter()
  /// Strokes given up because the attitude was not known well enough yet; 0 from boards whose firmware does not count
  /// them.
  public var strokesBeforeConvergence = Counter()

  /// All counters at 0.
  public init() {}
}
