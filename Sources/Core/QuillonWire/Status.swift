import QuillonNumerics

/// The board's counters since its start. Nothing is dropped silently: each way to lose something
/// has its counter. Each counter stops at 2³² − 1.
public struct Status: Equatable, Sendable {
  /// Samples that the recognizer received.
  public var samples = Counter()
  /// Sensor messages that were dropped: wrong checksum or invalid content.
  public var damagedSensorMessages = Counter()
  /// Sensor bytes that were lost because they were not fetched in time.
  public var sensorOverruns = Counter()
  /// Gaps between samples that were so long that the motion restarted from rest. A board that reads a sensor chip counts all in which
  /// samples of the chip are missing.
  public var timeGaps = Counter()
  /// Samples whose processing was not done 10 ms after their last byte had arrived.
  public var lateSamples = Counter()
  /// Strokes that filled the stroke buffer and were ended there.
  public var truncatedStrokes = Counter()
  /// Packets that were not sent because the port could not accept them.
  public var droppedPackets = Counter()
  /// Damaged packets from the host.
  public var damagedCommands = Counter()
  /// Strokes that were abandoned because the attitude had not converged; 0 from firmware that does
  /// not count them.
  public var strokesBeforeConvergence = Counter()

  /// The longest time from a sample's last byte, or from the interrupt of a chip, to the end of its work, µs; 0 from firmware that
  /// does not measure it.
  public var longestLatency: UInt32 = 0

  /// All counters at 0.
  public init() {}
}
