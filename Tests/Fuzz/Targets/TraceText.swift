import QuillonRecordings
import QuillonReferenceModel
import QuillonSimulator

/// Traces that an input asks for: recordings of simulated people, changed where they hurt.
enum TraceText {
  /// The text of a trace. An input that begins with 255 holds the text itself.
  static func make(_ choices: inout Choices) -> [UInt8] {
    let kind = choices.byte()
    guard kind < 255 else { return choices.rest() }
    var table = recordings[Int(kind) % recordings.count]
    while !choices.isExhausted { table.change(&choices) }
    return table.text
  }

  /// Letters with an attitude and without, with nine axes and on the wrist, a calibration, rest.
  private static let recordings: [Table] = {
    let writer = AirWriter(seed: 3)
    let written = (try? writer.trace(of: "I")) ?? Trace(rows: [])
    let worn = (try? AirWriter(wearing: 5).trace(of: "L")) ?? Trace(rows: [])
    let raw = SensorErrors.phone.apply(to: written, seed: 3)
    let turned = CalibrationMotion.complete.trace(rate: 10)
    return [
      written, raw, SensorErrors.hobby.apply(to: worn, seed: 5),
      SensorErrors.phone.apply(to: turned, seed: 7), Trace(rows: Array(raw.rows.prefix(100))),
    ].map(Table.init)
  }()
}

/// A trace as fields of text.
private struct Table {
  var header: [String]
  var rows: [[String]]
  /// The most rows, so that no input is slow for its length alone.
  private static let limit = 1_500

  init(_ trace: Trace) {
    let bytes = (try? trace.csv()) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    header = lines.first ?? []
    rows = Array(lines.dropFirst())
  }

  /// Does one change.
  mutating func change(_ choices: inout Choices) {
    guard !rows.isEmpty, !header.isEmpty else { return _ = choices.rest() }
    let operation = choices.byte()
    let column = choices.index(below: header.count)
    let (start, count) = span(&choices)
    let isNumber = header[column] != "t" && !Self.words.contains(header[column])
    // Few inputs are to fail at once.
    guard isNumber || operation >= 240 || operation % 12 > 4 else {
      return jump(at: start, by: choices.number())
    }
    switch operation % 12 {
    case 0, 1:
      let text = choices.number()
      for row in start..<start + count { rows[row][column] = text }
    case 2:
      let (first, second) = (choices.number(), choices.number())
      for row in start..<start + count {
        rows[row][column] = row.isMultiple(of: 2) ? first : second
      }
    case 3, 4:
      let factor = choices.value()
      scale(columns: column..<min(column + 3, header.count), start..<start + count, by: factor)
    case 5: rows.removeSubrange(start..<start + count)
    case 6:
      rows.insert(
        contentsOf: rows[start..<start + count].prefix(Self.limit - min(rows.count, Self.limit)),
        at: start)
      retime(by: "0.01")
    case 7:
      retime(
        by: choices.one(of: [
          "0", "0.01", "0.0025", "0.04", "1e-6", "0.2", "1", "1500", "1e6", "0.3e-6",
        ]))
    case 8:
      let text = "\(choices.index(below: 2))"
      for row in start..<start + count { set("pen", of: row, to: text) }
    case 9:
      let text = choices.label()
      for row in start..<start + count { set("label", of: row, to: text) }
    case 10:
      let text = choices.byte() < 224 ? "\(choices.index(below: 4))" : choices.number()
      for row in start..<start + count { set("stroke", of: row, to: text) }
    default:
      switch choices.byte() % 3 {
      case 0: leaveOut(column)
      case 1: rename(from: "a", to: "u")
      default: rename(from: "u", to: "a")
      }
    }
  }

  var text: [UInt8] {
    Array(([header] + rows).map { $0.joined(separator: ",") + "\n" }.joined().utf8)
  }

  /// Some rows that follow each other, or all.
  private func span(_ choices: inout Choices) -> (start: Int, count: Int) {
    let (place, size) = (Int(choices.byte()), Int(choices.byte()))
    guard size < 192 else { return (0, rows.count) }
    let start = place * rows.count / 256
    return (start, min(1 + size * rows.count / 192, rows.count - start))
  }

  private mutating func scale(columns: Range<Int>, _ span: Range<Int>, by factor: Double) {
    for row in span {
      for column in columns where !Self.words.contains(header[column]) && header[column] != "t" {
        guard let value = Double(rows[row][column]) else { continue }
        let product = value * factor
        rows[row][column] = "\(product.isFinite ? product : factor)"
      }
    }
  }

  private mutating func retime(by step: String) {
    guard let column = header.firstIndex(of: "t"), let step = Double(step) else { return }
    for row in rows.indices { rows[row][column] = "\(Double(row) * step)" }
  }

  private mutating func jump(at start: Int, by gap: String) {
    guard let column = header.firstIndex(of: "t"), let gap = Double(gap) else { return }
    for row in start..<rows.count {
      rows[row][column] = "\((Double(rows[row][column]) ?? 0) + gap)"
    }
  }

  private mutating func set(_ name: String, of row: Int, to text: String) {
    guard let column = header.firstIndex(of: name) else { return }
    rows[row][column] = text
  }

  private static let words = ["pen", "stroke", "label"]

  /// Removes a column and those that go with it.
  private mutating func leaveOut(_ column: Int) {
    let name = header[column]
    let others = header.indices.filter {
      Self.words.contains(name)
        ? $0 != column : Self.words.contains(header[$0]) || header[$0].first != name.first
    }
    guard !others.isEmpty else { return }
    header = others.map { header[$0] }
    rows = rows.map { row in others.map { row[$0] } }
  }

  private mutating func rename(from first: String, to other: String) {
    guard !header.contains(other + "x") else { return }
    header = header.map { $0.count == 2 && $0.hasPrefix(first) ? other + $0.dropFirst() : $0 }
  }
}
