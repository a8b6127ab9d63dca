import Foundation
import QuillonSerialFormats
import QuillonSystem

/// The samples that `quillon decode` prints, a line of JSON each: time in µs, and m/s², rad/s, µT.
enum DecodedLines {
  private struct Sample: Decodable {
    var time: Double?
    var specificForce: [Double]?
    var angularRate: [Double]?
    var magneticField: [Double]?
    var attitude: [Double]?
  }

  /// True if a file begins so.
  static func begins(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == UInt8(ascii: "{"),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let sample = try? JSONDecoder().decode(Sample.self, from: Data(bytes[..<end]))
    else { return false }
    return sample.specificForce != nil || sample.angularRate != nil
  }

  /// The samples as a table with a header.
  static func table(_ bytes: [UInt8]) -> [UInt8] {
    let header =
      "t (us),ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s),mx (uT),my (uT),mz (uT),qw,qx,qy,qz\n"
    var table = Array(header.utf8)
    let decoder = JSONDecoder()
    for line in TableLine.lines(of: bytes) where !line.isEmpty {
      guard let sample = try? decoder.decode(Sample.self, from: Data(line)) else { continue }
      var fields = [sample.time.map { "\(Int64($0))" } ?? ""]
      for (vector, count) in [
        (sample.specificForce, 3), (sample.angularRate, 3), (sample.magneticField, 3),
        (sample.attitude, 4),
      ] {
        let numbers = vector.flatMap { $0.count == count ? $0.map { "\($0)" } : nil }
        fields += numbers ?? [String](repeating: "", count: count)
      }
      table += Array((fields.joined(separator: ",") + "\n").utf8)
    }
    return table
  }

  /// What to do with rows of numbers and words that have no header; nil for any other file.
  private static func withoutHeader(_ path: String, _ bytes: [UInt8]) -> RecordingError? {
    let rows = TableLine.lines(of: bytes).lazy.filter { !$0.isEmpty }.prefix(6).map {
      TableLine($0)
    }
    let counts = Set(rows.dropLast().map(\.fields.count))
    guard rows.count > 5, counts.count == 1, let count = counts.first, count > 3,
      rows.dropLast().allSatisfy({ row in row.fields.indices.count { row.number($0) != nil } > 2 })
    else { return nil }
    let mark = String(decoding: [rows[0].separator], as: UTF8.self).replacing("\t", with: "\\t")
    let names =
      [
        "t (s)", "ax (m/s^2)", "ay (m/s^2)", "az (m/s^2)", "gx (rad/s)", "gy (rad/s)",
        "gz (rad/s)",
      ] + [String](repeating: "other", count: max(count - 7, 0))
    // Where blanks separate the columns, a name has none.
    let header = names.prefix(count).map { mark == " " ? $0.replacing(" ", with: "") : $0 }
    return RecordingError(
      file: path, found: "rows of \(count) fields without a header",
      expected: "a line of their names above them",
      nextStep:
        "write the names in the order of the columns, as in sed '1i \(header.joined(separator: mark))' \(path.shellQuoted) > named.csv"
    )
  }

  /// What to do with a file of a board's lines; nil for any other file. Lines of numbers alone count, too.
  static func advice(_ path: String, _ bytes: [UInt8]) -> RecordingError? {
    var decoder = FramedDecoder(LineFormat(ColumnFormat()))
    var (count, hasTime) = (0, false)
    for byte in bytes where count < 5 {
      decoder.push(byte)
      while let reading = decoder.next() {
        count += reading.isEmpty ? 0 : 1
        hasTime = hasTime || reading.time != nil
      }
    }
    guard count >= 5 else { return withoutHeader(path, bytes) }
    return RecordingError(
      file: path, found: "lines of a board\(hasTime ? "" : " without a time")",
      expected: "a table with a header and a time",
      nextStep: hasTime
        ? "read them with `quillon decode \(path.shellQuoted) > lines.jsonl`, and give lines.jsonl here"
        : "record the board with `quillon record`, which notes when each line comes, or add the time as the first column, t, and a header"
    )
  }
}
