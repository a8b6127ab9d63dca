import ArgumentParser
import Foundation
import QuillonBoardFormats
import QuillonBridge
import QuillonSerial

/// Where a board is, and how it speaks.
struct PortOptions: ParsableArguments {
  @Option(
    help: """
      The serial port; `quillon ports` lists the ports. Without this option, the command finds \
      the port of a board.
      """)
  var port: String?

  @Option(help: "The port's speed, bits/s. Without this option, the command finds the speed.")
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
      arrival times of the samples tell the rate. With --configure: how many samples a second \
      the board is told to send, 25 to 400. `record` then filters and thins what comes too \
      often.
      """)
  var rate: Double?

  @Flag(
    help: """
      Tell the board to send 100 samples a second, or as many as --rate says, with all the data \
      that writing needs. The board forgets this without power. Without this option, the command sends nothing to the \
      board.
      """)
  var configure = false

  @OptionGroup(title: "Lines of numbers (csv)") var columns: ColumnOptions

  func validate() throws {
    if let rate, !(20...2_000).contains(rate) {
      throw ValidationError("\(rate) Hz is no rate to write with: give 20 to 2000.")
    }
    if configure, let rate, !(25...400).contains(rate) {
      throw ValidationError("Boards are told 25 to 400 samples a second, not \(rate).")
    }
    if let baud, baud < 1 { throw ValidationError("\(baud) is no speed: give bits a second.") }
  }

  /// The open port with the board's format, the board configured if that is wanted; nil when the user does not
  /// want to wait any longer.
  ///
  /// - Parameter isCancelled: asked while it listens.
  func connect(
    to port: String, isCancelled: () -> Bool
  ) throws -> BoardConnection? {
    guard let finding = try find(on: port, isCancelled: isCancelled) else { return nil }
    return try finish(connection(finding), isCancelled)
  }

  /// As above; with `waiting` once the port is there, no other program has it and something comes from it, however
  /// long that takes.
  ///
  /// - Parameter tell: is told what it waits for, each time that this changes.
  func connect(
    to port: String, waiting: Bool, isCancelled: () -> Bool,
    tell: (String) -> Void = { Console.note($0) }
  ) throws -> BoardConnection? {
    guard waiting else { return try connect(to: port, isCancelled: isCancelled) }
    var told = ""
    func wait(for words: String) {
      if words != told { tell("waiting for \(words)") }
      told = words
    }
    wait(for: port)
    return try openWhenPresent(
      path: port, isCancelled: isCancelled,
      isBusy: { wait(for: "\(port): another program has it open (`fuser \(port)` names it)") }
    ) {
      while let finding = try find(on: port, isCancelled: isCancelled) {
        if finding.format != nil { return try finish(connection(finding), isCancelled) }
        defer { finding.transport.close() }
        wait(
          for: """
            \(port) to send something: it is silent. Press reset on the board, or give --dtr on; \
            `quillon protocols` tells how boards are set up
            """)
        guard Self.speaks(finding.transport, isCancelled) else { break }
      }
      guard !isCancelled() else { return nil }
      throw LinkError.noSuchPort(path: port)
    }
  }

  /// Waits until something comes, which is thrown away; false when the port is gone or the caller lost interest.
  private static func speaks(_ transport: any ByteTransport, _ isCancelled: () -> Bool) -> Bool {
    var hasSpoken = false
    PortReader(transport).run(while: { !hasSpoken && !isCancelled() }) { _, _ in hasSpoken = true }
    return hasSpoken
  }

  private func finish(
    _ connection: BoardConnection, _ isCancelled: () -> Bool
  ) throws -> BoardConnection? {
    let port = connection.transport.path
    if let latency = LatencyTimer.milliseconds(of: port), latency > 1 { advise(latency, of: port) }
    return configure ? try configured(connection, isCancelled) : connection
  }

  private func find(
    on port: String, isCancelled: () -> Bool
  ) throws -> FormatSearch.Finding? {
    if let format {
      let known = try chosen(format)
      let speed = baud ?? known.baud
      return FormatSearch.Finding(
        transport: try openTransport(path: port, baud: speed, dtr: dtr), baud: speed, format: known)
    }
    let dtr = dtr
    let search = FormatSearch(bauds: baud.map { [$0] } ?? FormatSearch.bauds(of: port)) {
      try openTransport(path: port, baud: $0, dtr: dtr)
    }
    do {
      return try search.run(isCancelled: isCancelled)
    } catch let error as FormatSearch.NotUnderstood {
      let bauds = error.bauds.map(String.init).joined(separator: ", ")
      throw ToolError(
        """
        \(error.count) bytes came from \(port) at \(bauds) baud, but no known format is in them: give \
        --protocol and --baud, or look at `quillon protocols` for how to set the board up
        """, code: .world)
    }
  }

  /// How the connection's bytes are read; nil for this project's own packets.
  func streamOptions(of format: BoardFormat, pen: PenChoice) -> StreamOptions? {
    guard format.name != "quillon" || pen == .auto else { return nil }
    return StreamOptions(format, header: columns.header, rate: nominalRate, pen: pen.source)
  }

  /// A stream of the connection's bytes that leaves samples as the board sends them.
  func rawStream(of format: BoardFormat) -> SensorStream {
    SensorStream(
      format, header: columns.header, time: nominalRate.map { .nominal($0) } ?? .measured,
      pen: .raw)
  }

  /// The samples a second of a board that sends no time and is not told how many to send; nil if that is not known.
  private var nominalRate: Double? { configure ? nil : rate }

  /// The samples a second that are asked for; nil if none are.
  var wantedRate: Double? { configure ? rate : nil }

  private func connection(_ finding: FormatSearch.Finding) throws -> BoardConnection {
    let path = finding.transport.path
    guard var format = finding.format else {
      guard !configure else {
        finding.transport.close()
        throw ToolError(
          """
          \(path) is silent, so it is not known how to configure what is there: name its format with \
          --protocol
          """, code: .misuse)
      }
      Console.note(
        """
        \(path) is silent: waiting for this project's packets. Press reset on the board, or give --dtr on; \
        `quillon protocols` tells how boards are set up
        """)
      return BoardConnection(
        transport: finding.transport, format: try chosen("quillon"), baud: finding.baud)
    }
    if self.format == nil {
      Console.note("found \(format.name) at \(finding.baud) baud: \(format.boards)")
    }
    if format.name == "csv" { format = .columns(columns.units) }
    return BoardConnection(
      transport: finding.transport, format: format, baud: finding.baud, earlier: finding.bytes)
  }

  private func chosen(_ name: String) throws -> BoardFormat {
    guard let format = BoardFormat.named(name) else { throw ToolError.unknown(protocol: name) }
    return format
  }
}

/// An open port and the format of what comes from it.
struct BoardConnection {
  var transport: any ByteTransport
  var format: BoardFormat
  /// The speed at which the board was found, bits/s.
  var baud: Int
  /// What was read already.
  var earlier: [ReceivedBytes] = []
}

extension DataTerminalReady: ExpressibleByArgument {}
