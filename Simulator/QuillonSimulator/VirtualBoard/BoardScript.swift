import QuillonConversions
import QuillonFusion

/// What a virtual board does after a program has opened its port.
public struct BoardScript: Sendable {
  /// What it sends, in order. Timestamps may wrap.
  public var content: Content
  /// When it sends its content.
  public var pacing: Pacing
  /// How its line damages bytes.
  public var faults: LineFaults
  /// Where it pauses.
  public var stalls: [Stall]
  /// The number of the sample, counted from 0, at which the board is unplugged instead of sending
  /// it. With nil, or a number that never comes, it stays plugged in to the end.
  public var unplug: Int?
  /// How long a packet may wait for the reader in real time before it is dropped.
  ///
  /// The default is long enough for a burst after a stall, and shorter than the time between two
  /// samples. A board on USB, which the host polls when it is ready, waits longer.
  public var timeout = Duration.milliseconds(5)
  /// The full scales that the hello states. One that is no whole number of g or of °/s is stated as unknown.
  public var range = SensorRange()

  /// What a virtual board sends.
  public enum Content: Sendable {
    /// This project's own packets: a hello, the samples with the pen changes between them, a status.
    case samples([InertialSample])
    /// Only the messages of another maker's board, one moment after the other.
    case messages([TimedMessages])
  }

  /// When samples are sent.
  public enum Pacing: Equatable, Sendable {
    /// Each at its timestamp, counted from the first, whether or not anybody reads. What a reader
    /// does not read in time is dropped and counted.
    case realTime
    /// As fast as the reader reads them. None is dropped.
    case unpaced
  }

  /// A pause of the line. In real time the delayed samples follow in a burst.
  public struct Stall: Equatable, Sendable {
    /// The number of the sample before which the pause occurs, counted from 0.
    public var sample: Int
    /// How long it lasts; nil until all sent bytes have been read.
    public var duration: Duration?

    /// A stall that lasts until all bytes sent before a sample have been read.
    public init(untilReadBefore sample: Int) { self.sample = sample }

    /// A stall from its parts.
    public init(before sample: Int, for duration: Duration) {
      self.sample = sample
      self.duration = duration
    }
  }

  /// A script from its parts; by default an undisturbed board in real time.
  public init(
    samples: [InertialSample], pacing: Pacing = .realTime, faults: LineFaults = LineFaults(),
    stalls: [Stall] = [], unplug: Int? = nil
  ) {
    self.init(
      .samples(samples), pacing: pacing, faults: faults, stalls: stalls, unplug: unplug)
  }

  /// A script from its parts; by default an undisturbed board in real time.
  public init(
    _ content: Content, pacing: Pacing = .realTime, faults: LineFaults = LineFaults(),
    stalls: [Stall] = [], unplug: Int? = nil
  ) {
    self.content = content
    self.pacing = pacing
    self.faults = faults
    self.stalls = stalls
    self.unplug = unplug
  }
}
