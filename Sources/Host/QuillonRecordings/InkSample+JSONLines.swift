import Foundation
import QuillonSystem

extension InkSample {
  /// Reads a file of letters.
  ///
  /// The file is JSON lines in UTF-8, with one letter per line:
  /// `{"label":"A","writer":"w1","strokes":[{"d":1,"p":[[x,y],[x,y,t],…]},…]}`. `label` is not
  /// empty. `writer` may be absent or null. `d` is 1 for a path on the surface and 0 for a hover
  /// path. x and y are within ±10⁹ in any unit, and y points down. t is in s, within ±4·10⁹, and
  /// may be absent. Other keys and blank lines are skipped.
  ///
  /// - Throws: `RecordingError` with file and line for a line that Foundation's `JSONDecoder`
  ///   cannot read in this form.
  public static func read(contentsOf path: String) throws(RecordingError) -> [InkSample] {
    let bytes = try RecordingFile.read(path)
    try FileKind.drawnLetters.check(path, bytes)
    return try read(parsing: bytes, name: path)
  }

  /// Reads the bytes of a file of letters; `name` stands for the file in errors.
  public static func read(
    parsing bytes: [UInt8], name: String
  ) throws(RecordingError) -> [InkSample] {
    var scanner = LineScanner(bytes, file: name, nextStep: "correct the line, or take it out")
    let decoder = JSONDecoder()
    var samples: [InkSample] = []
    while scanner.advanceLine() {
      scanner.skipBlanks()
      if scanner.next == nil { continue }
      let line = try scanner.decode(
        Line.self, from: scanner.rest(), by: decoder, layout: Line.layout)
      samples.append(try InkSample(line, in: scanner))
    }
    return samples
  }

  /// Writes letters to a file. For the format see `read(contentsOf:)`.
  ///
  /// - Throws: `RecordingError` for a letter that could not be read back, `OutputError` when the
  ///   file cannot be written.
  public static func write(_ samples: [InkSample], to file: OutputFile) throws {
    try file.write(jsonLines(samples, name: file.path))
  }

  /// The bytes of the file of letters. `read(parsing:name:)` reads them back exactly.
  ///
  /// The same letters give the same bytes.
  ///
  /// - Parameters:
  ///   - samples: the letters.
  ///   - name: stands for the file in errors.
  /// - Throws: `RecordingError` for an empty label, or a number beyond the limits.
  public static func jsonLines(
    _ samples: [InkSample], name: String = "letters"
  ) throws(RecordingError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var bytes: [UInt8] = []
    for (index, sample) in samples.enumerated() {
      guard !sample.label.isEmpty,
        sample.strokes.allSatisfy({ $0.points.allSatisfy(\.isWithinLimits) }),
        let line = try? encoder.encode(Line(sample))
      else {
        throw RecordingError(
          file: name, line: index + 1, found: "an empty label, or a coordinate or time too large",
          expected: "a label and \(Point.limits)", nextStep: "remove the letter")
      }
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  private init(_ line: Line, in scanner: LineScanner) throws(RecordingError) {
    guard !line.label.isEmpty else {
      throw scanner.error(found: "an empty label", expected: "a label")
    }
    self.init(label: line.label, writer: line.writer, strokes: [])
    for stroke in line.strokes {
      guard 0...1 ~= stroke.d else {
        throw scanner.error(found: "\"d\":\(stroke.d)", expected: "0 or 1 as \"d\"")
      }
      let points = try stroke.p.map { (numbers) throws(RecordingError) in
        guard let point = Point(numbers) else {
          throw scanner.error(
            found: "a point of \(numbers.count) numbers", expected: "[x,y] or [x,y,t]")
        }
        guard point.isWithinLimits else {
          throw scanner.error(found: "the point \(numbers)", expected: Point.limits)
        }
        return point
      }
      strokes.append(Stroke(isPenDown: stroke.d == 1, points: points))
    }
  }
}

/// A letter as stored in a line.
private struct Line: Codable {
  static let layout =
    #"{"label":"A","writer":"w1","strokes":[{"d":1,"p":[[x,y],[x,y,t],…]},…]}"#

  var label: String
  var writer: String?
  var strokes: [Stroke]

  struct Stroke: Codable {
    var d: Int
    var p: [[Double]]
  }

  init(_ sample: InkSample) {
    label = sample.label
    writer = sample.writer
    strokes = sample.strokes.map { stroke in
      Stroke(d: stroke.isPenDown ? 1 : 0, p: stroke.points.map(\.numbers))
    }
  }
}

extension InkSample.Point {
  /// The largest coordinate of a point. It is far more units than any tablet has, and its square is
  /// still finite.
  private static let farthest = 1e9

  fileprivate static let limits =
    "coordinates within ±1e9, times within ±\(Trace.timeLimit) s"

  fileprivate var isWithinLimits: Bool {
    x.magnitude <= Self.farthest && y.magnitude <= Self.farthest
      && (time ?? 0).magnitude <= Trace.timeLimit
  }

  /// The point from x, y and optionally the time; nil from fewer or more numbers.
  fileprivate init?(_ numbers: [Double]) {
    guard 2...3 ~= numbers.count else { return nil }
    self.init(x: numbers[0], y: numbers[1], time: numbers.count == 3 ? numbers[2] : nil)
  }

  fileprivate var numbers: [Double] { time.map { [x, y, $0] } ?? [x, y] }
}
