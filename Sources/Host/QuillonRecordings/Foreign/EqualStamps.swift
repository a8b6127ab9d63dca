/// Rows that came in bursts and have the time of their arrival: all rows of a burst have the same.
enum EqualStamps {
  /// The share of rows with the time of the row before that makes them bursts.
  private static let share = 0.2

  /// True if many rows have the time of the row before.
  static func stand(in rows: [TraceRow]) -> Bool {
    let equal = zip(rows, rows.dropFirst()).count { $0.time == $1.time }
    return rows.count >= 10 && Double(equal) > share * Double(rows.count)
      && rows[0].time != rows[rows.count - 1].time
  }

  /// Spreads the rows of each burst evenly up to the next one. Returns a remark on it.
  static func spread(_ rows: inout [TraceRow]) -> String {
    var (start, step, equal) = (0, 0.0, 0)
    while start < rows.count {
      let time = rows[start].time
      let end = rows[start...].firstIndex { $0.time != time } ?? rows.count
      // The last burst goes on as the one before.
      if end < rows.count { step = (rows[end].time - time) / Double(end - start) }
      for index in start..<end { rows[index].time = time + Double(index - start) * step }
      equal += end - start - 1
      start = end
    }
    return
      "time: \(equal) of \(rows.count) rows have the time of the row before, as in bursts: they are spread evenly"
  }
}
