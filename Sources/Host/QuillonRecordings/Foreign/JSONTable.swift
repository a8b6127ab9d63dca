import Foundation
import QuillonSerialFormats
import QuillonSystem

/// A recording in JSON: a list of samples, an object with such a list or with a list for each column, or a sample in each line.
///
/// The names of nested objects are joined, as in `acc_x`. Three numbers in a list are x, y and z.
enum JSONTable {
  /// No sensor has so many columns. Each row has all of them, however few an object names.
  private static let mostColumns = 256

  /// True if a file begins so.
  static func begins(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { $0 > 0x20 }) else { return false }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  /// The recording as a table with a header; nil if these bytes are no JSON, or no list of samples.
  static func table(_ bytes: [UInt8]) -> [UInt8]? {
    let samples =
      (try? JSONSerialization.jsonObject(with: Data(bytes))).map(samples)
      ?? TableLine.lines(of: bytes).compactMap {
        // A line that is none becomes an empty row, which is counted.
        $0.isEmpty
          ? nil : (try? JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]) ?? [:]
      }
    return table(of: (unpacked(samples) ?? samples).map { fields($0, "") })
  }

  /// A number or a text with its name.
  typealias Field = (name: String, value: String)

  /// Rows of named fields as a table with a column for each name; nil if there are too few of them, or too many names.
  static func table(of rows: [[Field]]) -> [UInt8]? {
    var names: [String] = []
    var places: [String: Int] = [:]
    for name in rows.lazy.flatMap({ $0 }).map(\.name) where places[name] == nil {
      places[name] = names.count
      names.append(name)
    }
    guard rows.count > 1, names.count > 2, names.count <= mostColumns else { return nil }
    var table = Array((names.map(quoted).joined(separator: ",") + "\n").utf8)
    for row in rows {
      var values = [String](repeating: "", count: names.count)
      for field in row { values[places[field.name] ?? 0] = field.value }
      table += Array((values.map(quoted).joined(separator: ",") + "\n").utf8)
    }
    return table
  }

  /// The samples of packets, each of which has one time and lists of vectors, as Movesense sends them; nil for any other samples. The time
  /// of a packet is that of its first vector, and the others follow evenly up to the next packet.
  private static func unpacked(_ packets: [[String: Any]]) -> [[String: Any]]? {
    let contents = packets.compactMap { packet -> (time: Double, lists: [String: [Any]])? in
      let lists = vectors(packet, "")
      let time = fields(packet, "").first { field in
        let name = field.name.split(separator: "_").last.map(String.init) ?? ""
        return ColumnHeading(name.utf8).quantity == .time
      }
      guard let time = time.flatMap({ Double($0.value) }), !lists.isEmpty,
        Set(lists.values.map(\.count)).count == 1
      else { return nil }
      return (time, lists)
    }
    guard packets.count > 1, contents.count == packets.count else { return nil }
    return contents.indices.flatMap { index in
      let (time, lists) = contents[index]
      let count = lists.first?.value.count ?? 0
      let next = min(index, contents.count - 2)
      let step = (contents[next + 1].time - contents[next].time) / Double(count)
      return (0..<count).map { number in
        lists.mapValues { $0[number] }
          .merging(["time": time + Double(number) * step]) { $1 }
      }
    }
  }

  /// The lists of vectors in an object, by the names of what they measure.
  private static func vectors(_ object: [String: Any], _ name: String) -> [String: [Any]] {
    object.reduce(into: [:]) { lists, entry in
      let own = entry.key.replacing("Array", with: "")
      let isKnown = ColumnHeading("\(own)_x".utf8).axis != nil
      if let part = entry.value as? [String: Any] {
        lists.merge(vectors(part, isKnown ? own : name)) { first, _ in first }
      } else if let list = entry.value as? [Any], list.count > 1,
        list.allSatisfy({ ($0 as? [String: Any])?.count == 3 || ($0 as? [Any])?.count == 3 })
      {
        lists[isKnown ? own : name] = list
      }
    }
  }

  /// The samples in what was read: objects, or columns turned into objects.
  private static func samples(_ whole: Any) -> [[String: Any]] {
    if let list = whole as? [Any] { return list.compactMap { $0 as? [String: Any] } }
    guard let object = whole as? [String: Any] else { return [] }
    if let rows = rows(object) { return rows }
    if let list = numbered(object) { return samples(list) }
    var columns = Self.columns(object, "")
    let lengths = Dictionary(grouping: columns.values.map(\.count)) { $0 }
    guard let longest = lengths.max(by: { $0.value.count < $1.value.count }), longest.key > 1 else {
      return object.values.lazy.map(samples).first { !$0.isEmpty } ?? []
    }
    if let list = columns.values.first(where: { $0.first is [String: Any] }) {
      return samples(list)
    }
    columns = columns.filter { $0.value.count == longest.key }
    let rate = [
      "fs", "rate", "sampling_rate", "sample_rate", "sampleRate", "samplingRate", "frequency",
    ].lazy
      .compactMap { object[$0] as? Double }.first { $0 > 0 }
    if let rate { columns["time (s)"] = (0..<longest.key).map { Double($0) / rate } }
    return (0..<longest.key).map { row in columns.mapValues { $0[row] } }
  }

  /// The lists in an object and in the objects in it, by their names.
  private static func columns(_ object: [String: Any], _ name: String) -> [String: [Any]] {
    object.reduce(into: [:]) { columns, entry in
      let name = name.isEmpty ? entry.key : "\(name)_\(entry.key)"
      if let list = entry.value as? [Any] { columns[name] = list }
      if let part = entry.value as? [String: Any] {
        if let list = numbered(part) {
          columns[name] = list
        } else {
          columns.merge(Self.columns(part, name)) { first, _ in first }
        }
      }
    }
  }

  /// The list that an object stands for whose keys are the numbers of rows, as pandas writes a column; nil for any other object.
  private static func numbered(_ object: [String: Any]) -> [Any]? {
    let rows = object.compactMap { key, value in Int(key).map { ($0, value) } }
    guard rows.count > 1, rows.count == object.count else { return nil }
    return rows.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Rows of values beside a list of their names, as pandas writes them with `orient="split"`; nil for any other object.
  private static func rows(_ object: [String: Any]) -> [[String: Any]]? {
    guard
      let names = object.values.lazy.compactMap({ $0 as? [String] }).first(where: { $0.count > 2 }),
      let rows = object.values.lazy.compactMap({ $0 as? [[Any]] }).first(where: { $0.count > 1 }),
      rows.allSatisfy({ $0.count == names.count })
    else { return nil }
    return rows.map { Dictionary(zip(names, $0)) { first, _ in first } }
  }

  /// The error of JSON in which no samples were found; nil for text that only begins like it.
  static func withoutSamples(_ path: String, _ bytes: [UInt8]) -> RecordingError? {
    let start = bytes.lazy.filter { $0 > 0x20 }.prefix(2)
    guard start.elementsEqual("{\"".utf8) else { return nil }
    return RecordingError(
      file: path, found: "JSON without samples that have an acceleration",
      expected: "a list of samples, a list for each column, or a sample in each line",
      nextStep: #"write {"t": 0.01, "acc": [0, 0, 9.8], "gyr": [0, 0, 0]} for each sample"#)
  }

  /// How samples get a time, of which each has a line of its own; of others a program has to write it.
  static func advice(_ path: String, _ bytes: [UInt8], key: String, unit: String) -> String {
    let lines = TableLine.lines(of: Array(bytes.prefix(ForeignTable.looked))).filter { !$0.isEmpty }
    guard lines.count > 1, lines.dropLast().allSatisfy({ $0.first == UInt8(ascii: "{") }) else {
      return "let the program that writes the file add a time to each sample, as in \"time_ms\": 10"
    }
    return
      "add one if you know the rate, here 100 samples a second: awk '{sub(/^ *[{]/,\"{\\\"\(key)\\\":\" (NR-1)*\(unit) \",\");print}' \(path.shellQuoted) > with-time.jsonl"
  }

  /// The numbers and texts in a value, with their names.
  static func fields(_ value: Any, _ name: String) -> [Field] {
    switch value {
    case let object as [String: Any]:
      return object.sorted { $0.key < $1.key }.flatMap { key, value in
        fields(value, name.isEmpty ? key : "\(name)_\(key)")
      }
    case let list as [Any]:
      guard list.count == 3 else { return [(name, "")] }
      return zip(list, ["x", "y", "z"]).flatMap { fields($0, "\(name)_\($1)") }
    case is NSNull: return [(name, "")]
    default: return [(name, "\(value)")]
    }
  }

  /// A field that may hold what separates fields.
  private static func quoted(_ text: String) -> String {
    let plain = String(text.map { $0 == "\"" || $0.isNewline ? " " : $0 })
    return plain.contains(",") ? "\"\(plain)\"" : plain
  }
}
