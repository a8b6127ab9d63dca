import Foundation
import QuillonRecordings
import QuillonReferenceModel
import QuillonSystem
import Testing

@Suite struct FeatureSampleTests {
  private let ramp = (0..<28).map(Double.init)
  private var numbers: String { ramp.map(\.description).joined(separator: ", ") }

  @Test func bothFormatsMayMixInAFile() throws {
    let text = """
      ('A', [\(numbers)]),
      {"label":"B","writer":"w1","n":1,"x":[\(numbers)]}

      ("C'", [\(numbers)])
        ( 'D' ,[ \(numbers) ] ) ,
      """
    let expected = [
      FeatureSample(label: "A", values: ramp),
      FeatureSample(label: "B", writer: "w1", values: ramp),
      FeatureSample(label: "C'", values: ramp),
      FeatureSample(label: "D", values: ramp),
    ]
    #expect(try vectors(text) == expected)
    #expect(try vectors(text.replacing("\n", with: "\r\n")) == expected)
  }

  @Test(arguments: [
    ("A,1,2", "expected {\"label\":\"A\",\"x\":[…]} or ('A', […]),"),
    (
      "('A', [1, 2]),",
      "found label \"A\" with 2 numbers, expected a label that is not empty and 28"
    ),
    (#"{"label":"A","x":[]}"#, "found label \"A\" with 0 numbers"),
    (#"{"label":"A"}"#, "found no key \"x\""),
    (#"{"label":"A","x":[1,"2"]}"#, "found no value of the right kind at x[1]"),
    (#"{"x":[1]"#, "found broken syntax"),
    ("(A, [1]),", "found a tuple of another form, expected"),
    ("('', [1]),", "found label \"\" with 1 numbers"),
    ("('A, [1]),", "found a tuple of another form, expected"),
    ("('A' [1]),", "found a tuple of another form, expected"),
    ("('A', 1),", "found a tuple of another form, expected"),
    ("('A'),", "found a tuple of another form, expected"),
    ("('A', [1, x]),", "found \"x\", expected a decimal number"),
    ("('A', []),", "found \"\", expected a decimal number"),
    ("('A\\'', [1]),", "found a tuple of another form"),
  ])
  func brokenLine(line: String, fragment: String) {
    let good = "('A', [\(numbers)]),"
    expectError(in: "a.txt", line: 2, saying: fragment) {
      _ = try vectors("\(good)\n\(line)\n\(good)\n")
    }
  }

  @Test(arguments: ["NaN", "+Infinity", "1e999", "null", "+-1"])
  func noFiniteNumber(text: String) {
    expectError(in: "a.txt", line: 1, saying: "expected ") {
      _ = try vectors("('A', [\(numbers.replacing("27.0", with: text))]),")
    }
  }

  @Test func numbersMayHaveAPlusSign() throws {
    let text = "('A', [\(ramp.map { "+\($0)" }.joined(separator: ", "))]),"
    #expect(try vectors(text) == [FeatureSample(label: "A", values: ramp)])
  }

  @Test(arguments: ["('A', [N]", "('A', [N]),,", "('A', [N]) x", "('A', [N], 1),"])
  func brokenEnd(pattern: String) {
    expectError(in: "a.txt", line: 1, saying: "expected ") {
      _ = try vectors(pattern.replacing("N", with: numbers))
    }
  }

  @Test func theLayoutsAreFixed() throws {
    let sample = FeatureSample(label: "A", writer: "w", values: ramp)
    let tuple = try FeatureSample.lines([sample], format: .tuples)
    #expect(String(decoding: tuple, as: UTF8.self) == "('A', [\(numbers)]),\n")
    let json = try FeatureSample.lines([sample], format: .jsonLines)
    let whole = (0..<28).map(\.description).joined(separator: ",")
    let expected = #"{"label":"A","writer":"w","x":["# + whole + "]}\n"
    #expect(String(decoding: json, as: UTF8.self) == expected)
  }

  @Test func anyVectorsReadBackAsTheyWere() throws {
    var random = SeededRandom(seed: 31)
    var original = (0..<300).map { _ in RandomRecordings.vector(using: &random) }
    let json = try FeatureSample.lines(original, format: .jsonLines)
    #expect(try FeatureSample.read(parsing: json, name: "copy") == original, "seed 31")
    for index in original.indices { original[index].writer = nil }
    let path = NSTemporaryDirectory() + "quillon-\(UUID().uuidString).txt"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FeatureSample.write(original, to: OutputFile(path), format: .tuples)
    #expect(try FeatureSample.read(contentsOf: path) == original, "seed 31")
  }

  @Test func whatWouldNotReadBackIsRefused() {
    let fine = FeatureSample(label: "A", values: ramp)
    let neverFine = [
      FeatureSample(label: "", values: ramp),
      FeatureSample(label: "A", values: Array(ramp.dropLast())),
      FeatureSample(label: "A", values: ramp.dropLast() + [.nan]),
    ]
    for sample in neverFine {
      for format in [FeatureSample.Format.jsonLines, .tuples] {
        expectError(in: "features", line: 2, saying: "expected a label that the format can hold") {
          _ = try FeatureSample.lines([fine, sample], format: format)
        }
      }
    }
    for label in ["'", "\\", "\n", "a\r\n"] {
      expectError(in: "features", line: 1, saying: "found label \(label.debugDescription)") {
        let sample = FeatureSample(label: label, values: ramp)
        _ = try FeatureSample.lines([sample], format: .tuples)
      }
    }
  }
}
