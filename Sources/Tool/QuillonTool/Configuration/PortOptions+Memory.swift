import QuillonConversions
import QuillonSerialFormats

extension PortOptions {
  /// Uses what is remembered of the board on `port` for the options that were not given, and
  /// reports it. With --configure nothing is used, because the board is told what to send.
  mutating func recall(boardOn port: String) throws {
    guard !configure, let name = BoardMemory.name(ofBoardOn: port),
      let known = try BoardMemory.all()[name]
    else { return }
    let given = memory
    if rate == nil, let remembered = known.rate {
      if Self.rates.contains(remembered) {
        rate = remembered
      } else {
        Console.note(
          "the remembered rate \(remembered) is out of range and does not count: `quillon config --forget \(name.shellQuoted)` forgets it"
        )
      }
    }
    var columns = completed ?? columns
    if columns.columns == nil { columns.columns = known.columns }
    if columns.accelerationUnit == nil {
      columns.accelerationUnit = known.accelerationUnit.flatMap { .init(named: $0) }
    }
    if columns.rateUnit == nil { columns.rateUnit = known.rateUnit.flatMap { .init(named: $0) } }
    if columns.timeUnit == nil { columns.timeUnit = known.timeUnit.flatMap { .init(named: $0) } }
    if columns.fieldUnit == nil {
      columns.fieldUnit = known.fieldUnit.flatMap { .init(named: $0) }
    }
    completed = columns
    guard memory != given else { return }
    Console.note(
      """
      remembered for the board \(name): \(known.options.joined(separator: " ")) \
      (`quillon config --forget \(name.shellQuoted)` forgets it)
      """)
  }

  /// Uses what is remembered of the board on `port`, and connects to it with this.
  ///
  /// - Returns: The connection, and the options completed by what was found. Nil if the user ends the
  ///   program.
  func recalling(
    boardOn port: String, isCancelled: () -> Bool
  ) throws -> (connection: BoardConnection, options: PortOptions)? {
    var options = self
    try options.recall(boardOn: port)
    guard let connection = try options.connect(to: port, isCancelled: isCancelled) else {
      return nil
    }
    options.completed = connection.columns
    return (connection, options)
  }

  /// Remembers the options with which the board on `port` was read.
  func remember(boardOn port: String) throws {
    guard !configure, memory != BoardMemory(), let name = BoardMemory.name(ofBoardOn: port) else {
      return
    }
    try memory.keep(as: name)
  }

  /// What there is to remember.
  private var memory: BoardMemory {
    let columns = completed ?? columns
    return BoardMemory(
      rate: rate, columns: columns.columns, accelerationUnit: columns.accelerationUnit?.name,
      rateUnit: columns.rateUnit?.name, timeUnit: columns.timeUnit?.name,
      fieldUnit: columns.fieldUnit?.name)
  }
}
