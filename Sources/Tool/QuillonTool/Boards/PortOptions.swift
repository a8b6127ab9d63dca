import ArgumentParser
import Foundation
import QuillonBridge
import QuillonSerial

/// The port of a board and its format.
struct PortOptions: ParsableArguments {
  @Option(
    help: """
      The serial port; `quillon ports` lists the ports. Without this option, the command finds \
      the port of a board.
      """)
  var port: String?

  @Flag(
    help: """
      The board is a telephone: its camera reads an address from the terminal, and the page there \
      sends its motion. The telephone and this computer must be on one network.
      """)
  var phone = false

  @Option(
    parsing: .unconditional,
    help: "The port's speed, bits/s. Without this option, the command finds the speed.")
  var baud: Int?

  @Option(
    name: .customLong("protocol"),
    help: """
      The format that the board sends; `quillon protocols` lists the formats. Without this \
      option, the command finds the format.
      """)
  var format: String?

  @Option(help: "How to set the port's line DTR, which resets some boards: on, off or auto.")
  var dtr = DataTerminalReady.automatic

  @Option(
    help: """
      The samples a second of a board that sends no time, 20 to 2000. Without this option, the \
      arrival times of the samples give the rate. With --configure: how many samples a second \
      the board is to send, 25 to 400. `record` then filters and thins what comes too \
      often.
      """)
  var rate: Double?

  @Flag(
    help: """
      Set the board to send 100 samples a second, or as many as --rate asks for, with all the data \
      that writing needs. The board forgets this without power. Without this option, the command sends nothing to the \
      board.
      """)
  var configure = false

  @OptionGroup(title: "Lines of numbers (csv)") var columns: ColumnOptions

  /// The columns and units, completed by what is remembered of the board or was found. Nil for those that were given.
  var completed: ColumnOptions?

  enum CodingKeys: String, CodingKey {
    case port, phone, baud, format, dtr, rate, configure, columns
  }

  /// The samples a second that a board can be declared to send.
  static let rates = 20.0...2_000.0

  func validate() throws {
    guard !phone || port == nil && baud == nil && format == nil && !configure else {
      throw ValidationError(
        "--phone is a board of its own: leave out --port, --baud, --protocol and --configure.")
    }
    if let format, BoardFormat.named(format) == nil {
      throw ValidationError(ToolError.unknown(protocol: format).message)
    }
    if let rate, !Self.rates.contains(rate) {
      throw ValidationError("--rate \(rate) is out of range: give 20 to 2000 Hz.")
    }
    if let baud, baud < 1 {
      throw ValidationError("--baud \(baud) is not a speed: it must be positive, in bits a second.")
    }
    if configure, let rate, !(25...400).contains(rate) {
      throw ValidationError("Boards are set to 25 to 400 samples a second, not to \(rate).")
    }
  }

  /// The options beside --port and --phone.
  var ofPort: GivenOptions {
    [
      "--baud": baud != nil, "--protocol": format != nil, "--dtr": dtr != .automatic,
      "--rate": rate != nil, "--configure": configure,
    ] + columns.given
  }

  /// Opens the port, finds the board's format, and configures the board if that was asked for. Nil
  /// if the user ends the program.
  ///
  /// - Parameter isCancelled: Called while it listens.
  func connect(
    to port: String, isCancelled: () -> Bool
  ) throws -> BoardConnection? {
    do {
      let finding = try find(on: port, isCancelled: isCancelled, tell: { Console.note($0.words) }) {
        Console.note(
          """
          \(port) is silent: waiting for its first bytes. Press reset on the board, or give --dtr on; \
          `quillon protocols` shows how to set boards up
          """)
      }
      guard let finding else { return nil }
      return try finish(connection(finding), isCancelled)
    } catch let error as FormatSearch.NotUnderstood {
      throw ToolError(error, on: port)
    }
  }

  /// The same. With `waiting` it waits until the port exists, no other program has it open and
  /// bytes come from it.
  ///
  /// - Parameters:
  ///   - tell: Called with what it waits for, each time that this changes.
  ///   - watched: Gives the transport to read from for one that was opened.
  func connect(
    to port: String, waiting: Bool, isCancelled: () -> Bool,
    tell: (PortTrouble) -> Void = { Console.note($0.words) },
    watched: @escaping (any ByteTransport) -> any ByteTransport = { $0 }
  ) throws -> BoardConnection? {
    guard waiting else { return try connect(to: port, isCancelled: isCancelled) }
    var told: PortTrouble?
    func wait(_ trouble: PortTrouble) {
      if trouble != told { tell(trouble) }
      told = trouble
    }
    wait(.absent(port))
    return try openWhenPresent(
      path: port, isCancelled: isCancelled,
      isBusy: { wait(.busy(port)) }
    ) {
      do {
        let finding = try find(on: port, isCancelled: isCancelled, watched: watched, tell: tell) {
          wait(.silent(port))
        }
        guard let finding else { return nil }
        if finding.format != nil { return try finish(connection(finding), isCancelled) }
        finding.transport.close()
      } catch is FormatSearch.NotUnderstood {}
      // The port went away.
      throw LinkError.noSuchPort(path: port)
    }
  }

  private func finish(
    _ connection: BoardConnection, _ isCancelled: () -> Bool
  ) throws -> BoardConnection? {
    let port = connection.transport.path
    if let latency = LatencyTimer.milliseconds(of: port), latency > 1 { advise(latency, of: port) }
    return configure ? try configured(connection, isCancelled) : connection
  }

  /// Finds speed and format. Nil if the user ends the program.
  ///
  /// - Parameters:
  ///   - watched: Gives the transport to read from for one that was opened.
  ///   - tell: Called with the bytes that nobody understands.
  ///   - tellSilence: Called if no byte comes for 3 s.
  /// - Throws: `FormatSearch.NotUnderstood` if the port goes away after such bytes.
  private func find(
    on port: String, isCancelled: () -> Bool,
    watched: @escaping (any ByteTransport) -> any ByteTransport = { $0 },
    tell: (PortTrouble) -> Void,
    tellSilence: () -> Void
  ) throws -> FormatSearch.Finding? {
    let named = phone ? "quillon" : format
    if let format = named, format != "csv" {
      let known = try chosen(format)
      let speed = baud ?? known.baud
      return FormatSearch.Finding(
        transport: try watched(openTransport(path: port, baud: speed, dtr: dtr)), baud: speed,
        format: known)
    }
    let dtr = dtr
    var (isListening, open) = (false, nil as (any ByteTransport)?)
    let search = FormatSearch(
      bauds: baud.map { [$0] } ?? FormatSearch.bauds(of: port),
      header: (completed ?? columns).header, only: format
    ) {
      let transport = try watched(openTransport(path: port, baud: $0, dtr: dtr))
      if !isListening { Console.note("listening on \(port) to find speed and format") }
      (isListening, open) = (true, transport)
      return transport
    }
    return try search.run(isCancelled: isCancelled) { trouble in
      switch trouble {
      case .notUnderstood(let bytes):
        tell(.notUnderstood(bytes, on: port))
      case .cancelled(let bytes): tell(.unread(bytes, on: port))
      case .silent:
        guard !configure else {
          open?.close()
          throw ToolError(
            """
            \(port) is silent, so the format of its board is unknown: name the format with \
            --protocol
            """, code: .misuse)
        }
        tellSilence()
      }
    }
  }

  /// How the bytes are read. Nil for Quillon's own packets.
  func streamOptions(of connection: BoardConnection, pen: PenChoice) -> StreamOptions? {
    guard connection.format.name != "quillon" || pen == .auto else { return nil }
    return StreamOptions(
      connection.format, header: connection.columns.header, rate: nominalRate, pen: pen.source)
  }

  /// A stream of samples as the board sends them.
  func rawStream(of connection: BoardConnection) -> SensorStream {
    SensorStream(
      connection.format, header: connection.columns.header,
      time: nominalRate.map { .nominal($0) } ?? .measured,
      pen: .raw)
  }

  /// The samples a second of a board that sends no time and is not configured to a rate; nil if that is not known.
  private var nominalRate: Double? { configure ? nil : rate }

  /// The samples a second that are asked for; nil if none are.
  var wantedRate: Double? { configure ? rate : nil }

  private func connection(_ finding: FormatSearch.Finding) throws -> BoardConnection {
    // A silent board: the port went away.
    var format = try finding.format ?? chosen("quillon")
    guard finding.format != nil else {
      return BoardConnection(transport: finding.transport, format: format, baud: finding.baud)
    }
    if self.format == nil, !phone {
      Console.note("found \(format.name) at \(finding.baud) baud: \(format.boards)")
    }
    let columns = try columns(of: finding)
    format = columns.completed(format, keepsHeader: self.columns.columns != nil)
    if let assumption = columns.assumption(of: format, in: finding.bytes.flatMap(\.bytes)) {
      Console.note(assumption)
    }
    let connection = BoardConnection(
      transport: finding.transport, format: format, baud: finding.baud, earlier: finding.bytes,
      columns: columns)
    if Console.isVerbose { Console.note(StreamExplanation(of: connection, self).text) }
    return connection
  }

  /// The columns and units of what was found. Columns that were remembered and do not fit any more are found again.
  ///
  /// - Throws: `ToolError` if the columns that were given do not fit.
  private func columns(of finding: FormatSearch.Finding) throws -> ColumnOptions {
    var known = completed ?? columns
    if let count = known.count, let found = finding.columnCount, count != found {
      guard columns.columns == nil else {
        finding.transport.close()
        throw ToolError(
          "--columns names \(count) columns, the board sends \(found): "
            + (finding.columns.map { "give --columns \($0.line), or " }
              ?? "name all of them, those not to read as other, or ")
            + "leave --columns out, and the command finds them", code: .misuse)
      }
      Console.note(
        """
        the board sends \(found) columns now, not the \(count) that are known of it \
        (\(known.columns ?? "")): finding them again
        """)
      known = columns
    }
    // The board names its columns, and those that are remembered do not count.
    if finding.namedUnits != nil, finding.columnCount == nil { known.columns = columns.columns }
    for words in known.complete(by: finding.namedUnits, finding.columns) { Console.note(words) }
    return known
  }

  private func chosen(_ name: String) throws -> BoardFormat {
    guard let format = BoardFormat.named(name) else { throw ToolError.unknown(protocol: name) }
    return format
  }
}

/// An open port and the format of its bytes.
struct BoardConnection {
  var transport: any ByteTransport
  var format: BoardFormat
  /// The speed at which the board was found, bits/s.
  var baud: Int
  /// The bytes that were read already.
  var earlier: [ReceivedBytes] = []
  /// The columns and units of lines of numbers: the options, completed by what was found.
  var columns = ColumnOptions()
}

extension DataTerminalReady: ExpressibleByArgument {}
