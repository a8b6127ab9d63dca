import Foundation
import QuillonBoardFormats
import QuillonSerial

/// Listens to a port at one speed after the other until it understands what it hears, for 3 s at most.
public struct FormatSearch {
  /// What was found.
  public struct Finding {
    /// The open port.
    public var transport: any ByteTransport
    /// Its speed, bits/s.
    public var baud: Int
    /// The format; nil when nothing came at all.
    public var format: BoardFormat?
    /// What was read at that speed, to be read again as that format.
    public var bytes: [ReceivedBytes]

    /// A finding from its parts.
    public init(
      transport: any ByteTransport, baud: Int, format: BoardFormat?, bytes: [ReceivedBytes] = []
    ) {
      self.transport = transport
      self.baud = baud
      self.format = format
      self.bytes = bytes
    }
  }

  /// What was heard belongs to no known format.
  public struct NotUnderstood: Error, Equatable, Sendable {
    /// How many bytes came, at all speeds.
    public var count: Int
    /// The speeds that were tried, bits/s.
    public var bauds: [Int]
  }

  /// Speeds that boards use, the likeliest first, bits/s. Not 1200, which sends some boards into
  /// their bootloader.
  public static let usualBauds = [115_200, 9_600, 57_600, 921_600, 230_400, 460_800, 38_400]

  /// The speeds to try on a port, bits/s: the usual ones; one on a pseudo-terminal, which has no speed.
  public static func bauds(of port: String) -> [Int] {
    URL(fileURLWithPath: port).resolvingSymlinksInPath().path.hasPrefix("/dev/pts/")
      ? [115_200] : usualBauds
  }

  private static let limit = Duration.seconds(3)
  /// How long to listen at one of several speeds, from the first byte on.
  private static let listening = Duration.milliseconds(350)
  /// How long to wait for the first byte at the first speed: a board that opening the port restarted
  /// takes its time.
  private static let waking = Duration.milliseconds(1_200)

  private let bauds: [Int]
  private let open: (Int) throws -> any ByteTransport

  /// A search.
  ///
  /// - Parameters:
  ///   - bauds: the speeds to try, bits/s, at least one.
  ///   - open: opens the port at a speed.
  public init(bauds: [Int], open: @escaping (Int) throws -> any ByteTransport) {
    self.bauds = bauds
    self.open = open
  }

  /// Searches.
  ///
  /// - Parameter isCancelled: asked every 20 ms.
  /// - Returns: what was found; the port is open and the caller's. Nil when the caller lost interest.
  /// - Throws: what opening throws, and ``NotUnderstood``.
  public func run(isCancelled: () -> Bool) throws -> Finding? {
    let deadline = ContinuousClock.now + Self.limit
    var count = 0
    for (number, baud) in bauds.enumerated() {
      let transport = try open(baud)
      let rest = deadline - .now
      let others = bauds.count - number - 1
      var ear = SpeedTrial(
        patience: others == 0
          ? rest : number == 0 ? Self.waking : rest / (others + 1),
        listening: others == 0 ? rest : min(Self.listening, rest / (others + 1)))
      ear.listen(to: transport, isCancelled: isCancelled)
      if isCancelled() {
        transport.close()
        return nil
      }
      if let format = ear.format {
        return Finding(transport: transport, baud: baud, format: format, bytes: ear.bytes)
      }
      count += ear.detector.count
      if others == 0, count == 0 {
        return Finding(transport: transport, baud: baud, format: nil)
      }
      transport.close()
    }
    throw NotUnderstood(count: count, bauds: bauds)
  }
}

/// Listens at one speed.
private struct SpeedTrial {
  /// How long to wait for the first byte, and how long to listen from then on.
  let patience: Duration
  let listening: Duration
  private(set) var detector = FormatDetector()
  private(set) var bytes: [ReceivedBytes] = []

  init(patience: Duration, listening: Duration) {
    self.patience = patience
    self.listening = listening
  }

  mutating func listen(to transport: any ByteTransport, isCancelled: () -> Bool) {
    let start = ContinuousClock.now
    var firstByte: ContinuousClock.Instant?
    func isOver() -> Bool {
      if isCancelled() || detector.isSure { return true }
      // A line with damage never makes sure, but a second of it is enough.
      if let firstByte, .now > firstByte + .seconds(1), detector.best != nil { return true }
      let end = firstByte.map { min($0 + listening, start + .seconds(3)) } ?? start + patience
      return end <= .now
    }
    PortReader(transport).run(while: { !isOver() }) { read, arrival in
      firstByte = firstByte ?? .now
      bytes.append(ReceivedBytes(arrival: arrival, bytes: Array(read)))
      detector.push(read)
    }
  }

  var format: BoardFormat? {
    detector.best?.format ?? (detector.hasOwnPacket ? BoardFormat.named("quillon") : nil)
  }
}
