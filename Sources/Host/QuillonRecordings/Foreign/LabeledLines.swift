import Foundation
import QuillonSerialFormats

/// Lines with the time of their arrival in front and a name before each number, as a terminal logs what a board prints, and a broker its
/// messages: `12:34:56.789 -> aX: 0.1 aY: 0.2 aZ: 9.8`, `2024-01-31T12:34:56Z imu/data {"ax": 0.1, "ay": 0.2, "az": 9.8}`.
enum LabeledLines {
  /// The number of lines that show whether a file is of this kind.
  private static let looked = 60

  private typealias Field = JSONTable.Field

  /// True if a file begins so.
  static func begins(_ bytes: [UInt8]) -> Bool {
    let lines = TableLine.lines(of: bytes).lazy.filter { !$0.isEmpty }.prefix(looked)
    let labeled = lines.count { line in
      StampedLines.stamp(of: line).map { !fields(of: $0.rest).isEmpty } ?? false
    }
    return labeled > 4 && labeled * 2 > lines.count
  }

  /// The lines of a whole file as a table with a header; nil if they have too many names.
  static func table(_ bytes: [UInt8]) -> [UInt8]? {
    JSONTable.table(
      of: TableLine.lines(of: bytes).compactMap { line in
        guard let (time, rest) = StampedLines.stamp(of: line), case let fields = fields(of: rest),
          fields.count > 2 || fields.contains(where: { isAxis($0.name) })
        else { return nil }
        return [("time", String(decoding: time, as: UTF8.self))] + fields
      })
  }

  /// The numbers of a line with their names. Empty for a line of another kind.
  private static func fields(of line: ArraySlice<UInt8>) -> [Field] {
    if let start = line.firstIndex(of: UInt8(ascii: "{")),
      let object = try? JSONSerialization.jsonObject(with: Data(line[start...]))
    {
      return JSONTable.fields(object, "")
    }
    var fields: [Field] = []
    var (index, end) = (line.startIndex, line.startIndex)
    while index < line.endIndex {
      guard isNumber(line, at: index) else {
        index += 1
        continue
      }
      let label = line[end..<index]
      // A number without a name is none of a board that prints names.
      guard !fields.isEmpty || !words(of: label).isEmpty else { return [] }
      end = line[index...].firstIndex { !"+-.0123456789eE".utf8.contains($0) } ?? line.endIndex
      add(label, String(decoding: line[index..<end], as: UTF8.self), to: &fields)
      index = end
    }
    if !fields.isEmpty, let unit = unit(in: words(of: line[end...])) {
      fields[fields.count - 1].name += unit
    }
    return fields
  }

  /// True for a name that ends with an axis: `x`, `ax`, `acc_x`, `accX`, and not `battery`.
  private static func isAxis(_ name: String) -> Bool {
    let letters = name.prefix { $0 != "(" }.split(separator: " ").last ?? ""
    guard let axis = letters.last, "xyzXYZ".contains(axis) else { return false }
    return letters.count < 3 || axis.isUppercase || !(letters.dropLast().last?.isLetter ?? false)
  }

  /// True if a number begins here, which is no part of a name.
  private static func isNumber(_ line: ArraySlice<UInt8>, at index: Int) -> Bool {
    func isDigit(_ index: Int) -> Bool {
      index < line.endIndex && line[index] >= 0x30 && line[index] <= 0x39
    }
    if index > line.startIndex {
      let before = Character(UnicodeScalar(line[index - 1]))
      guard !before.isLetter, !before.isNumber, before != "_", before != "^" else { return false }
    }
    switch line[index] {
    case UInt8(ascii: "-"), UInt8(ascii: "+"):
      return isDigit(index + 1) || line.dropFirst(index + 1 - line.startIndex).first == 0x2E
    case UInt8(ascii: "."): return isDigit(index + 1)
    default: return isDigit(index)
    }
  }

  /// Adds a number behind its label. A label of an axis alone goes on with the vector before it, and so does none.
  private static func add(_ label: ArraySlice<UInt8>, _ value: String, to fields: inout [Field]) {
    var words = words(of: label)
    if !fields.isEmpty, let unit = unit(in: words) {
      fields[fields.count - 1].name += unit
      words.removeFirst()
    }
    let axes = ["x", "y", "z"]
    var name = words.joined(separator: " ")
    if let last = fields.indices.last {
      let before = fields[last].name.prefix { $0 != "(" }.split(separator: " ")
      let axis = before.last.flatMap { axes.firstIndex(of: $0.lowercased()) }
      let group = (axis == nil ? before : before.dropLast()).joined(separator: " ")
      if name.isEmpty {
        if axis == nil { fields[last].name = group + " x" }
        name = "\(group) \(axes[min((axis ?? 0) + 1, 2)])"
      } else if axes.contains(name.lowercased()), axis != nil, !group.isEmpty {
        name = "\(group) \(name)"
      }
    }
    fields.append((name, value))
  }

  /// The words of a label, without marks.
  private static func words(of label: ArraySlice<UInt8>) -> [String] {
    label.split { " \t,;|:=()[]{}<>\"'#*".utf8.contains($0) }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The first word in brackets, if it is a unit.
  private static func unit(in words: [String]) -> String? {
    guard let word = words.first, let unit = ColumnHeading("ax (\(word))".utf8).unit,
      unit != .other
    else { return nil }
    return " (\(word))"
  }
}
