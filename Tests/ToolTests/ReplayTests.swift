import Foundation
import QuillonRecordings
import TestSupport
import Testing

/// The same recording through a serial line and through `evaluate`: the same letters, every one.
@Suite(.waiting) struct ReplayTests {
  /// One of each letter, so that the matrix of confusions shows every letter's answer.
  @Test(arguments: [3, 4], ["lab", "simulated-air"])
  func simulatedRecordingGivesTheSameLettersOverTheLine(seed: Int, model: String) throws {
    let workspace = try Workspace()
    let file = workspace.path("trace.csv")
    #expect(
      try Tool.run(
        "simulate", "--text", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "--seed", "\(seed)", "--trace", file
      ).code == 0)
    try compare(file, model: model)
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"), arguments: 1...5)
  func recordedLettersAreTheSameOverTheLine(writer: Int) throws {
    let folder = try #require(SharedData.folder)
    try compare(folder.appendingPathComponent("mit10/writer\(writer).csv").path, model: "lab")
  }

  private func compare(_ file: String, model: String) throws {
    let board = try Tool("simulate", "--replay", file, "--pty", "--fast")
    let bridge = try Tool.run(
      "bridge", "--port", try board.line(with: "/dev/pts/"), "--model", model, "--json")
    #expect(try board.result().code == 0)
    let told = try bridge.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
      .filter { $0.event == "letter" }.compactMap(\.label)
    let evaluation = try Tool.run("evaluate", "--air", file, "--model", model, "--json")
    let answer = Data(evaluation.output.utf8)
    let matrix =
      try model == "lab"
      ? JSONDecoder().decode(Matrix.self, from: answer)
      : JSONDecoder().decode(Report.self, from: answer).evaluation
    let truths = try Trace(contentsOf: file).strokes.compactMap(\.label)
    #expect(told.count == truths.count)
    var counts = matrix.labels.map { _ in matrix.labels.map { _ in 0 } }
    for (truth, label) in zip(truths, told) {
      let row = try #require(matrix.labels.firstIndex(of: truth))
      let column = try #require(matrix.labels.firstIndex(of: label))
      counts[row][column] += 1
    }
    #expect(counts == matrix.confusion)
  }

  private struct Report: Decodable {
    var evaluation: Matrix
  }

  private struct Line: Decodable {
    var event: String
    var label: String?
  }

  private struct Matrix: Decodable {
    var labels: [String]
    var confusion: [[Int]]
  }
}
