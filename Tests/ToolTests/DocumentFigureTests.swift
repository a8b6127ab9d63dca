import Foundation
import QuillonBridge
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonRecognizer
import QuillonWire
import TestSupport
import Testing

/// Figures that documents quote are those of the code.
@Suite struct DocumentFigureTests {
  @Test(arguments: Figure.all) func quotedFigure(_ figure: Figure) throws {
    let matches = try figure.text().matches(of: Regex(figure.pattern))
    #expect(
      !matches.isEmpty,
      "\(figure.document) does not tell \(figure.name): write text that matches /\(figure.pattern)/, with \(figure.wanted)"
    )
    for match in matches {
      let quoted = match.output.dropFirst().compactMap { $0.substring.map(String.init) }
      #expect(
        quoted.map(Figure.number) == figure.values,
        "\(figure.document) says “\(match.output[0].substring ?? "")” of \(figure.name): write \(figure.wanted)"
      )
    }
  }

  /// The ratios of the sensors' currents follow from the currents beside them.
  @Test func currentsOfTheSensors() throws {
    let boards = SharedData.projectRoot.appendingPathComponent("firmware-docs/BOARDS.md")
    let text = try String(contentsOf: boards, encoding: .utf8)
    let rows = text.matches(of: /\| (\w+)[^|\n]* \| ([0-9.,]+) µA \| ([0-9.]+) \|/).compactMap {
      row -> (current: Double, ratio: Double)? in
      guard let current = Figure.number(String(row.2)), let ratio = Double(row.3) else {
        return nil
      }
      return (current, ratio)
    }
    try #require(rows.count == 4)
    for row in rows {
      #expect(abs(row.current / rows[0].current / row.ratio - 1) < 0.02, "\(row)")
    }
    let told = try #require(
      text.firstMatch(of: /magnetometer takes (\d+) times and the gyroscope (\d+) times/))
    let lowPower = rows[1].current
    #expect(Double(told.1) == (rows[2].current / lowPower).rounded())
    #expect(Double(told.2) == (rows[3].current / lowPower).rounded())
  }
}

/// What a document states of a constant, or of several.
struct Figure: Sendable, CustomTestStringConvertible {
  var name: String
  /// The path from the project's folder.
  var document: String
  /// Finds the words that name the figure in the document, each run of white space one blank; a group captures each number.
  var pattern: String
  /// What the code has, in the order of the groups.
  var values: [Double]

  var testDescription: String { "\(name) in \(document)" }

  var wanted: String { values.map { "\($0)" }.joined(separator: ", ") }

  init(_ name: String, in document: String, _ pattern: String, _ values: Double...) {
    (self.name, self.pattern, self.values) = (name, pattern, values)
    self.document = document == "README" ? "README.md" : "firmware-docs/\(document).md"
  }

  /// The document without line breaks.
  func text() throws -> String {
    let file = SharedData.projectRoot.appendingPathComponent(document)
    return try String(contentsOf: file, encoding: .utf8).replacing(/\s+/, with: " ")
  }

  /// The value of digits, which may be grouped by commas, or of a word.
  static func number(_ text: String) -> Double? {
    let words = ["twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"]
    return Double(text.replacing(",", with: ""))
      ?? words.firstIndex(of: text).map { Double($0 + 12) }
  }
}

extension Figure {
  static let all = packets + recognizer + gates + boards

  private static let packets = [
    Figure(
      "the longest packet that a receiver takes", in: "PROTOCOL",
      #"receiver needs (\d+) bytes for a packet"#, Double(Packet.maximumLength)),
    Figure(
      "the longest packet that a receiver takes", in: "PROTOCOL",
      #"more than (\d+) bytes after unstuffing"#, Double(Packet.maximumLength)),
    // Unstuffed, and one byte of COBS and two zeros.
    Figure(
      "the longest packet on the line", in: "PROTOCOL",
      #"longest packet has (\d+) bytes on the line|(\d+) bytes is the longest packet on the line"#,
      Double(Packet.maximumSentLength + 3)),
    Figure(
      "the most bytes of a chunk", in: "PROTOCOL",
      #"bytes (?:that )?follow, n, at most (\d+)"#, Double(Chunk.capacity)),
    Figure(
      "the size of a model that a board takes", in: "PROTOCOL",
      #"a packed model as in a file, at most ([\d,]+)"#, Double(OnDeviceTrainer.modelCapacity)),
  ]

  private static let recognizer = [
    Figure(
      "the most points of a stroke", in: "DESIGN", #"stroke (?:of|has) (\d+) points"#,
      Double(StrokeQueue.strokeCapacity)),
    Figure(
      "the most labels of a packed model", in: "NUMERICS",
      #"so that (?:the sum of )?(\d+) (?:of them squared|squares) stay"#,
      Double(PackedModel.maximumLabels)),
    Figure(
      "the most numbers that a model scores", in: "NUMERICS", #"at most (\d+) terms and a bias"#,
      Double(8 * 64)),
    Figure(
      "the range of a stored point", in: "NUMERICS",
      #"\| stored point \|[^±]*±2³⁰ steps \(±(\d+) m\)"#,
      InkPoint(Vector3<23>(.max, .zero, .zero), ticks: 0).range),
    Figure(
      "the size of a stored point", in: "NUMERICS",
      #"\| stored point \| m or any [^\n]*?\| (\d+) bytes a point"#,
      Double(MemoryLayout<InkPoint>.size)),
  ]

  private static let gates = [
    Figure(
      "what the gate of duration rejects", in: "PROTOCOL",
      #"\|duration\|[^|]*\|below ([\d.]+), above ([\d.]+)\|"#,
      Double(RejectionGates.shortestDuration) / 1e6, Double(RejectionGates.longestDuration) / 1e6),
    Figure(
      "what the gate of turning rejects", in: "PROTOCOL",
      #"\|turning\|[^|]*\|below ([\d.]+)\|"#, RejectionGates.leastForceOverTurning.rounded),
    Figure(
      "what the gate before a stroke rejects", in: "PROTOCOL",
      #"\|restBefore\|[^|]*\|above ([\d.]+)\|"#, Double(RejectionGates.longestUnrest) / 1e6),
    Figure(
      "what the gate after a stroke rejects", in: "PROTOCOL",
      #"\|restAfter\|[^|]*\|above ([\d.]+)\|"#, Double(RejectionGates.longestUnrest) / 1e6),
    Figure(
      "what the gate of extent rejects", in: "PROTOCOL",
      #"\|extent\|[^|]*\|below ([\d.]+), above ([\d.]+)\|"#,
      RejectionGates.leastExtent.rounded, RejectionGates.greatestExtent.rounded),
    Figure(
      "what the gate of retracing rejects", in: "PROTOCOL",
      #"\|retracing\|[^|]*?([\d.]+) times[^|]*\|([\d.]+) and below\|"#,
      RejectionGates.leastRetracedLength.rounded, RejectionGates.greatestRetracedWidth.rounded),
    Figure(
      "what the gate of flatness rejects", in: "PROTOCOL",
      #"\|flatness\|[^|]*\|above ([\d.]+)\|"#, RejectionGates.greatestNormalShare.rounded),
  ]

  private static let boards = [
    Figure(
      "the number of formats beside this project's", in: "README",
      #"(\w+) other (?:formats|kinds) of serial"#, Double(BoardFormat.all.count - 1)),
    Figure(
      "the size of the ring of commands", in: "DESIGN", #"host's ring holds (\d+) bytes"#,
      hostRingCapacity),
  ]

  /// From the header in C, which no host library includes; NaN if it is not there.
  private static let hostRingCapacity: Double = {
    let header = SharedData.projectRoot.appendingPathComponent(
      "Firmware/Boards/Support/include/BoardSupport.h")
    let text = (try? String(contentsOf: header, encoding: .utf8)) ?? ""
    return text.firstMatch(of: /HOST_CAPACITY = (\d+)/).flatMap { Double($0.1) } ?? .nan
  }()
}

extension Fixed {
  /// To three decimal places, as documents have it.
  fileprivate var rounded: Double { (double * 1000).rounded() / 1000 }
}

extension InkPoint {
  /// The largest coordinate, m, rounded to whole ones.
  fileprivate var range: Double { (position() as Vector3<23>).x.double.rounded() }
}
