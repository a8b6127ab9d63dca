import Foundation
import QuillonRecordings
import QuillonReferenceModel
import QuillonSystem
import Testing

@Suite struct InkSampleTests {
  @Test func aLetterArrivesWhole() throws {
    let text = """
      {"label":"A","writer":"w","n":9,"strokes":[{"d":1,"p":[[1,2],[3.5,-4,0.25]]},{"d":0,"p":[]}]}

       { "strokes" : [ { "p" : [[ 1 , 2 , 3 ]] , "d" : 1 } ], "label" : "\\u00e9\\ud83d\\ude00\\"" }
      """
    let expected = [
      InkSample(
        label: "A", writer: "w",
        strokes: [
          InkSample.Stroke(
            isPenDown: true,
            points: [InkSample.Point(x: 1, y: 2), InkSample.Point(x: 3.5, y: -4, time: 0.25)]),
          InkSample.Stroke(isPenDown: false, points: []),
        ]),
      InkSample(
        label: "é😀\"", writer: nil,
        strokes: [
          InkSample.Stroke(isPenDown: true, points: [InkSample.Point(x: 1, y: 2, time: 3)])
        ]),
    ]
    #expect(try letters(text) == expected)
    #expect(try letters(text.replacing("\n", with: "\r\n")) == expected)
  }

  @Test func otherKeysOfEveryKindArePassedOver() throws {
    let text = #"""
      {"a":{"b":[1,true,false,null,"x\n",{}]},"label":"B","c":[],"strokes":[{"d":1,"e":[],"p":[]}]}
      """#
    let stroke = InkSample.Stroke(isPenDown: true, points: [])
    #expect(try letters(text) == [InkSample(label: "B", writer: nil, strokes: [stroke])])
  }

  @Test(arguments: [
    ("A", "found broken syntax or a number out of range, expected {\"label\":"),
    ("[]", "found no value of the right kind, expected {\"label\":"),
    ("{}", "found no key \"label\", expected {\"label\":"),
    (#"{"label":"A"}"#, "found no key \"strokes\""),
    (#"{"label":"A","strokes":[]} x"#, "found broken syntax"),
    (#"{"label":"","strokes":[]}"#, "found an empty label, expected a label"),
    (#"{"label":1,"strokes":[]}"#, "found no value of the right kind at label"),
    (#"{"label":"A"#, "found broken syntax"),
    (#"{"label":"\x","strokes":[]}"#, "found broken syntax"),
    (#"{"label":"\ud800","strokes":[]}"#, "found broken syntax"),
    ("{\"label\":\"\u{1}\",\"strokes\":[]}", "found broken syntax"),
    (#"{"label":"A","strokes":[{"d":1,"p":[]}"#, "found broken syntax"),
    (#"{"label":"A","strokes":[{"p":[]}]}"#, "found no key \"d\" in strokes[0]"),
    (#"{"label":"A","strokes":[{"d":1}]}"#, "found no key \"p\" in strokes[0]"),
    (#"{"label":"A","strokes":[{"d":2,"p":[]}]}"#, "found \"d\":2, expected 0 or 1 as \"d\""),
    (#"{"label":"A","strokes":[{"d":-1,"p":[]}]}"#, "found \"d\":-1, expected 0 or 1"),
    (#"{"label":"A","strokes":[{"d":true,"p":[]}]}"#, "right kind at strokes[0].d"),
    (#"{"label":"A","strokes":[{"d":1,"p":[[1]]}]}"#, "found a point of 1 numbers"),
    (#"{"label":"A","strokes":[{"d":1,"p":[[1,2,3,4]]}]}"#, "expected [x,y] or [x,y,t]"),
    (#"{"label":"A","strokes":[{"d":1,"p":[[1,null]]}]}"#, "right kind at strokes[0].p[0][1]"),
    (#"{"label":"A","strokes":[{"d":1,"p":[1,2]}]}"#, "right kind at strokes[0].p[0], expected {"),
    (#"{"label":"A","strokes":[{"d":1,"p":[[1,NaN]]}]}"#, "found broken syntax"),
    (#"{"label":"A","strokes":[{"d":1,"p":[[1,-1e999]]}]}"#, "or a number out of range"),
    ("{\"x\":" + String(repeating: "[", count: 5000), "found broken syntax"),
  ])
  func brokenLine(line: String, fragment: String) {
    let good = #"{"label":"A","strokes":[]}"#
    expectError(in: "a.jsonl", line: 3, saying: fragment) {
      _ = try letters("\(good)\n\n\(line)\n\(good)\n")
    }
  }

  @Test func bytesThatAreNoUTF8() {
    expectError(in: "a.jsonl", line: 1, saying: "found bytes that are no UTF-8") {
      let bytes = Array(#"{"label":""#.utf8) + [0xFF] + Array(#"","strokes":[]}"#.utf8)
      _ = try InkSample.read(parsing: bytes, name: "a.jsonl")
    }
  }

  @Test func theLayoutIsFixed() throws {
    let points = [InkSample.Point(x: 1, y: -2.5), InkSample.Point(x: 1e9, y: -0.0, time: 0.01)]
    let sample = InkSample(
      label: "\"\u{1}/", writer: "w",
      strokes: [
        InkSample.Stroke(isPenDown: true, points: points),
        InkSample.Stroke(isPenDown: false, points: []),
      ])
    let expected = #"""
      {"label":"\"\u0001/","strokes":[{"d":1,"p":[[1,-2.5],[1000000000,-0,0.01]]},{"d":0,"p":[]}],"writer":"w"}

      """#
    #expect(try String(decoding: InkSample.jsonLines([sample]), as: UTF8.self) == expected)
  }

  /// Such ink once ended in a trap: its size is no number any more.
  @Test(arguments: [
    "[-1e308,0],[1e308,1]", "[0,0],[0,-1.1e9]", "[0,0],[1000000001,0]", "[0,0,5e9],[1,1,6e9]",
  ])
  func coordinatesThatNoTabletHasAreRefused(points: String) {
    let good = #"{"label":"A","strokes":[{"d":1,"p":[[-1e9,0,-4e9],[1e9,1,4e9]]}]}"#
    expectError(
      in: "a.jsonl", line: 2,
      saying: "expected coordinates within ±1e9, times within ±4000000000.0 s"
    ) {
      _ = try letters(good + "\n" + #"{"label":"A","strokes":[{"d":1,"p":[\#(points)]}]}"# + "\n")
    }
  }

  @Test func anyLettersReadBackAsTheyWere() throws {
    var random = SeededRandom(seed: 21)
    let original = (0..<500).map { _ in RandomRecordings.letter(using: &random) }
    let bytes = try InkSample.jsonLines(original)
    #expect(try InkSample.read(parsing: bytes, name: "copy") == original, "seed 21")
    let path = NSTemporaryDirectory() + "quillon-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try InkSample.write(original, to: OutputFile(path))
    #expect(try InkSample.read(contentsOf: path) == original, "seed 21")
  }

  @Test func whatWouldNotReadBackIsRefused() {
    let fine = InkSample(label: "A", writer: nil, strokes: [])
    let points = [
      InkSample.Point(x: .nan, y: 0), InkSample.Point(x: 0, y: .infinity),
      InkSample.Point(x: 0, y: 0, time: .nan),
    ]
    let broken =
      [InkSample(label: "", writer: nil, strokes: [])]
      + points.map {
        InkSample(
          label: "A", writer: nil, strokes: [InkSample.Stroke(isPenDown: true, points: [$0])])
      }
    for sample in broken {
      expectError(in: "letters", line: 2, saying: "found an empty label, or a coordinate") {
        _ = try InkSample.jsonLines([fine, sample])
      }
    }
  }
}
