import Foundation
import QuillonRecordings
import QuillonSerial
import QuillonSerialFormats

/// Listens to a port at one speed after the other until it finds the format of the bytes.
///
/// The first round takes at most 3 s. If nothing is understood by then, it reports so and goes on:
/// a board may speak late, or talk about its start first.
public struct FormatSearch {
  /// The result of a search.
  public struct Finding {
    /// The open port.
    public var transport: any ByteTransport
    /// Its speed, bits/s.
    public var baud: Int
    /// The format. Nil if the port went away before a byte came.
    public var format: BoardFormat?
    /// The bytes that were read at that speed. Read them again as this format.
    public var bytes: [ReceivedBytes]
    /// What the columns of lines of numbers without names hold. Nil for other formats, and for as many columns as the
    /// caller knows.
    public var columns: ColumnAssignment?
    /// The units of columns that the board names, and remarks about them. Nil for other formats, and for too few lines.
    public var namedUnits: (units: ColumnUnits, remarks: [String])?
    /// The number of columns of lines of numbers without names. Nil for other formats.
    public var columnCount: Int?

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
    /// The first of the bytes, at most 60.
    public var beginning: [UInt8] = []
    /// The last of the bytes, at most 60.
    public var newest: [UInt8] = []
    /// The last whole line of text with a word, at most 120 characters; nil without one.
    public var lastText: String?
    /// What to do about that line, for people: "send a key…", "check the wires…". Nil for nothing.
    public var advice: String? { lastText.flatMap { BoardText($0).advice } }
    /// The last line of text, and what to do about it; nil without text.
    public var said: String? {
      lastText.map { "its last line of text is \"\($0)\"" + (advice.map { ": \($0)" } ?? "") }
    }
    /// What the bytes look like; at several speeds, the last that gave text.
    public var likeness = Likeness.packets
    /// True if the bytes are lines of numbers that are all 0.
    public var isZero: Bool { likeness == .zeros }
  }

  /// What bytes look like that have no known format.
  public enum Likeness: Equatable, Sendable {
    /// No text.
    case packets
    /// Text, but not lines of numbers.
    case text
    /// Lines of so many numbers of which nobody knows what they are.
    case numbers(Int)
    /// Lines of numbers that are all 0.
    case zeros
  }

  /// What a search reports while it goes on.
  public enum Trouble: Equatable, Sendable {
    /// No byte came for 3 s.
    case silent
    /// Bytes came, but they have no known format. Reported again after 10 s if more came.
    case notUnderstood(NotUnderstood)
    /// The caller canceled after bytes that have no known format.
    case cancelled(NotUnderstood)
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
  /// How long to wait for bytes at one of several speeds after the first round. Opening the port
  /// restarts some boards, and their boot loaders are silent for up to 8 s.
  private static let patience = Duration.seconds(10)
  /// After how long more bytes without a known format are reported.
  private static let reminding = Duration.seconds(10)
  /// How much of the first and the last bytes is kept for people.
  private static let shown = 60

  private let bauds: [Int]
  private let header: [UInt8]
  private let only: String?
  private let open: (Int) throws -> any ByteTransport

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - bauds: The speeds to try, bits/s, at least one.
  ///   - header: The header line that names the columns of lines of numbers, if the caller knows them. Empty to find the columns.
  ///   - only: The format's name, if the caller knows it and speed and columns are wanted. Nil for
  ///     any format.
  ///   - open: Opens the port at a speed.
  public init(
    bauds: [Int], header: [UInt8] = [], only: String? = nil,
    open: @escaping (Int) throws -> any ByteTransport
  ) {
    self.only = only
    self.bauds = bauds
    self.header = header
    self.open = open
  }

  /// Searches until it finds a format, the port is gone, or the caller cancels.
  ///
  /// - Parameters:
  ///   - isCancelled: Called every 20 ms. True ends the search.
  ///   - tell: Called when a round ends without a result and the trouble is of another kind than
  ///     before or more bytes came, and at the end. An error that it throws ends the search.
  /// - Returns: The result. The port is open and belongs to the caller. Nil if the caller canceled.
  /// - Throws: The error of opening the port, that of `tell`, and ``NotUnderstood`` if the port went
  ///   away after bytes that are not understood.
  public func run(
    isCancelled: () -> Bool, tell: (Trouble) throws -> Void = { _ in }
  ) throws -> Finding? {
    var unread = NotUnderstood(count: 0, bauds: bauds)
    var (hasToldSilence, told) = (false, 0)
    var due = ContinuousClock.now
    let deadline = ContinuousClock.now + Self.limit
    var round = 0
    while true {
      for (number, baud) in bauds.enumerated() {
        let transport = try open(baud)
        var trial = trial(round, number, deadline - .now)
        while true {
          trial.listen(to: transport, isCancelled: isCancelled)
          if isCancelled() {
            transport.close()
            unread.add(trial, keeping: Self.shown)
            if unread.count > 0 { try tell(.cancelled(unread)) }
            return nil
          }
          if let format = trial.format {
            var finding = Finding(
              transport: transport, baud: baud, format: format, bytes: trial.bytes)
            (finding.columns, finding.columnCount) = (trial.columns, trial.unnamedCount)
            if format.name == "csv" { finding.namedUnits = trial.namedUnits }
            return finding
          }
          unread.add(trial, keeping: Self.shown)
          if trial.isGone {
            guard unread.count == 0 else {
              transport.close()
              throw unread
            }
            return Finding(transport: transport, baud: baud, format: nil)
          }
          guard bauds.count == 1 || trial.isText else { break }
          // Text shows that the speed is right.
          try tellTrouble()
          trial = trial.next()
        }
        transport.close()
      }
      try tellTrouble()
      round += 1
    }

    func tellTrouble() throws {
      if unread.count > told, .now >= due {
        (told, due) = (unread.count, .now + Self.reminding)
        try tell(.notUnderstood(unread))
      } else if unread.count == 0, !hasToldSilence {
        hasToldSilence = true
        try tell(.silent)
      }
    }
  }

  private func trial(_ round: Int, _ number: Int, _ rest: Duration) -> SpeedTrial {
    let others = bauds.count - number - 1
    guard round == 0 else {
      return SpeedTrial(
        timeout: Self.patience, listening: .seconds(1), header: header, only: only)
    }
    return SpeedTrial(
      timeout: others == 0 ? rest : number == 0 ? Self.waking : rest / (others + 1),
      listening: others == 0 ? rest : min(Self.listening, rest / (others + 1)),
      header: header, only: only)
  }
}

extension FormatSearch.NotUnderstood {
  /// Adds the new bytes of a trial that understood none of them, and keeps so many of the first and the last.
  fileprivate mutating func add(_ trial: SpeedTrial, keeping most: Int) {
    let bytes = trial.bytes.flatMap(\.bytes).suffix(trial.newCount)
    count += bytes.count
    beginning += bytes.prefix(most - beginning.count)
    newest = (newest + bytes).suffix(most)
    // Text shows that the speed is right.
    guard trial.likeness != .packets else { return }
    likeness = trial.likeness
    lastText = trial.lastText ?? lastText
  }
}
