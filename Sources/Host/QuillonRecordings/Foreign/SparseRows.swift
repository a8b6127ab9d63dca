import QuillonSerialFormats

/// Tables whose rows hold a part of a sample each: one axis in its column, or a name and a number.
enum SparseRows {
  /// The number of rows that show whether a table is of this kind.
  private static let looked = 200

  /// The columns of a table of names and numbers.
  private struct Channels {
    let header: TableLine
    let time: Int
    let channel: Int
    let value: Int
  }

  /// True if a file begins as a table of names and numbers: `time,channel,value`.
  static func hasChannels(_ bytes: [UInt8]) -> Bool { channels(bytes) != nil }

  private static func channels(_ bytes: [UInt8]) -> Channels? {
    let lines = TableLine.lines(of: Array(bytes.prefix(ForeignTable.looked)))
      .lazy.filter { !$0.isEmpty }
    guard let first = lines.first, case let header = TableLine(first),
      (3...6).contains(header.fields.count),
      let time = header.fields.firstIndex(where: { ColumnHeading($0.utf8).quantity == .time })
    else { return nil }
    let rows = lines.dropFirst().prefix(looked).map {
      TableLine($0, separator: header.separator)
    }
    func column(_ isWanted: (TableLine, Int) -> Bool) -> Int? {
      header.fields.indices.first { column in
        column != time && rows.count > 9
          && rows.allSatisfy { $0.fields.indices.contains(column) && isWanted($0, column) }
      }
    }
    let channel = column { ColumnHeading($0.fields[$1].utf8).axis != nil }
    let value = column { $0.number($1) != nil }
    guard let channel, let value else { return nil }
    return Channels(header: header, time: time, channel: channel, value: value)
  }

  /// A whole file of names and numbers as a table with a column for each name; nil if there are too many.
  static func table(_ bytes: [UInt8]) -> [UInt8]? {
    guard let channels = channels(bytes) else { return nil }
    return JSONTable.table(
      of: TableLine.lines(of: bytes).lazy.filter { !$0.isEmpty }.dropFirst().compactMap { line in
        let row = TableLine(line, separator: channels.header.separator).fields
        guard row.count == channels.header.fields.count else { return nil }
        return [
          (channels.header.fields[channels.time], row[channels.time]),
          (row[channels.channel], row[channels.value]),
        ]
      })
  }

  /// The rows of a table, joined if none of them holds a whole vector: a row ends before a column gets its next number, and has the time
  /// of its last one. Nil for any other table.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - vectors: The columns of each vector.
  ///   - style: How the numbers are written.
  static func joined(
    _ rows: ArraySlice<ArraySlice<UInt8>>, vectors: [[Int]], time: [Int], style: NumberStyle
  ) -> [ArraySlice<UInt8>]? {
    let start = Array(rows.lazy.filter { !$0.isEmpty }.prefix(looked)).map {
      TableLine($0, style: style)
    }
    let columns = vectors.flatMap(\.self)
    guard !time.isEmpty, !vectors.isEmpty,
      columns.allSatisfy({ column in start.contains { $0.number(column) != nil } }),
      !vectors.contains(where: { vector in
        start.contains { row in vector.allSatisfy { row.number($0) != nil } }
      })
    else { return nil }
    var (joined, fields) = ([ArraySlice<UInt8>](), [String]())
    func end() {
      guard columns.contains(where: { fields.indices.contains($0) && !fields[$0].isEmpty }) else {
        return
      }
      let mark = String(UnicodeScalar(style.separator))
      let text = fields.map { $0.contains(mark) ? "\"\($0)\"" : $0 }.joined(separator: mark)
      joined.append(Array(text.utf8)[...])
    }
    for line in rows where !line.isEmpty {
      let row = TableLine(line, style: style).fields.map {
        NumberStyle.missing.contains($0.lowercased()) ? "" : $0
      }
      let isNext = row.indices.contains { column in
        columns.contains(column) && !row[column].isEmpty && fields.indices.contains(column)
          && !fields[column].isEmpty
      }
      if isNext {
        end()
        fields = []
      }
      if fields.count < row.count {
        fields += [String](repeating: "", count: row.count - fields.count)
      }
      for (column, text) in row.enumerated() where !text.isEmpty { fields[column] = text }
    }
    end()
    return joined
  }
}
