import QuillonFusion

/// What a virtual board does from the moment that a program opens it.
public struct BoardScript: Sendable {
  /// What it sends, in order. Timestamps may wrap.
  public var content: Content
  /// When it sends them.
  public var pacing: Pacing
  /// How its line damages bytes.
  public var faults: LineFaults
  /// Where it pauses.
  public var stalls: [Stall]
  /// The number of the sample, counted from 0, at which its plug is pulled instead of sending it;
  /// nil, or a number that never comes: it stays plugged in to the end.
  public var unplug: Int?
  /// How long a reader may keep a packet waiting in real time before it is dropped. By default long enough
  /// for a burst after a stall, and shorter than the time between two samples; a board on USB, which the
  /// host asks when it is ready, waits longer.
  public var patience = Duration.milliseconds(5)

  /// What a virtual board sends.
  public enum Content: Sendable {
    /// This project's own packets: a hello, the samples with the pen changes between them, a status.
    case samples([InertialSample])
    /// The messages of another maker's board, one moment after the other, and nothing else.
    case messages([TimedMessages])
  }

  /// When samples are sent.
  public enum Pacing: Equatable, Sendable {
    /// Each at its timestamp, counted from the first, whether or not anybody reads: what a reader
    /// does not take in time is dropped, and counted.
    case realTime
    /// As fast as the reader takes them; none is dropped.
    case unpaced
  }

  /// A pause of the line. In real time the samples held up follow in a burst.
  public struct Stall: Equatable, Sendable {
    /// The number of the sample before which it happens, counted from 0.
    public var sample: Int
    /// How long it lasts; nil: until all that was sent has been read.
    public var duration: Duration?

    /// A stall that lasts until all that was sent before a sample has been read.
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
