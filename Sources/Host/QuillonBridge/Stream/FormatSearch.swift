import Foundation
import QuillonBoardFormats
import QuillonSerial

/// Listens to a port at one speed after the other until it finds the format of the bytes, for at
/// most 3 s.
public struct FormatSearch {
  /// The result of a search.
  public struct Finding {
    /// The open port.
    public var transport: any ByteTransport
    /// Its speed, bits/s.
    public var baud: Int
    /// The format. Nil if no bytes came at all.
    public var format: BoardFormat?
    /// The bytes that were read at that speed. Read them again as this format.
    public var bytes: [ReceivedBytes]

    /// A finding from its parts.
    ///
    /// - Parameters:
    ///   - transport: The open port.
    ///   - baud: Its speed, bits/s.
    ///   - format: The format, or nil if no bytes came.
    ///   - bytes: The bytes that were read.
    public init(
      transport: any ByteTransport, baud: Int, format: BoardFormat?, bytes: [ReceivedBytes] = []
    ) {
      self.transport = transport
      self.baud = baud
      self.format = format
      self.bytes = bytes
    }
  }

  /// The bytes have no known format.
  public struct NotUnderstood: Error, Equatable, Sendable {
    /// The number of bytes at all speeds.
    public var count: Int
    /// The speeds that were tried, bits/s.
    public var bauds: [Int]
  }

  /// The speeds that boards use, the most common first, bits/s. 1200 is not among them because it
  /// sends some boards into their bootloader.
  public static let usualBauds = [115_200, 9_600, 57_600, 921_600, 230_400, 460_800, 38_400]

  /// The speeds to try on a port, bits/s. A pseudo-terminal has no speed, so only one is tried.
  ///
  /// - Parameter port: The path of the port.
  /// - Returns: The usual speeds, or one.
  public static func bauds(of port: String) -> [Int] {
    URL(fileURLWithPath: port).resolvingSymlinksInPath().path.hasPrefix("/dev/pts/")
      ? [115_200] : usualBauds
  }

  private static let limit = Duration.seconds(3)
  /// How long to listen at one of several speeds after the first byte.
  private static let listening = Duration.milliseconds(350)
  /// How long to wait for the first byte at the first speed. Some boards restart when the port is
  /// opened, and that takes time.
  private static let waking = Duration.milliseconds(1_200)

  private let bauds: [Int]
  private let open: (Int) throws -> any ByteTransport

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - bauds: The speeds to try, bits/s, at least one.
  ///   - open: Opens the port at a speed.
  public init(bauds: [Int], open: @escaping (Int) throws -> any ByteTransport) {
    self.bauds = bauds
    self.open = open
  }

  /// Searches.
  ///
  /// - Parameter isCancelled: Called every 20 ms. True ends the search.
  /// - Returns: The result. The port is open and belongs to the caller. Nil if the caller canceled.
  /// - Throws: The error of opening the port, and ``NotUnderstood``.
  public func run(isCancelled: () -> Bool) throws -> Finding? {
    let deadline = ContinuousClock.now + Self.limit
    var count = 0
    for (number, baud) in bauds.enumerated() {
      let transport = try open(baud)
      let rest = deadline - .now
      let others = bauds.count - number - 1
      var ear = SpeedTrial(
        timeout: others == 0
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
  /// How long to wait for the first byte, and how long to listen after it.
  let timeout: Duration
  let listening: Duration
  private(set) var detector = FormatDetector()
  private(set) var bytes: [ReceivedBytes] = []

  init(timeout: Duration, listening: Duration) {
    self.timeout = timeout
    self.listening = listening
  }

  mutating func listen(to transport: any ByteTransport, isCancelled: () -> Bool) {
    let start = ContinuousClock.now
    var firstByte: ContinuousClock.Instant?
    func isOver() -> Bool {
      if isCancelled() || detector.isSure { return true }
      // Damaged bytes never give certainty, but one second of them is enough.
      if let firstByte, .now > firstByte + .seconds(1), detector.best != nil { return true }
      let end = firstByte.map { min($0 + listening, start + .seconds(3)) } ?? start + timeout
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
