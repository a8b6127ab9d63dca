import ArgumentParser
import Foundation
import Recordings
import Training

struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Tells how many labelled letters a model names right, and which it takes for which.",
    discussion: """
      Air letters go through the whole chain, sample by sample, as on the device. Letters that the \
      chain gives up count as not right.
      """)

  @OptionGroup(title: "Letters") var letters: LetterSources

  @OptionGroup var model: ModelOptions

  @Option(help: "Allow these letters only as answers, and leave out the others: --restrict OIJLZ.")
  var restrict: String?

  @Flag(help: "Tell what a packed model gets right of the letters that it does not reject.")
  var reject = false

  @Flag(help: "JSON instead of a table for people.")
  var json = false

  @Option(help: "Write a page with the table, the rates and the worst mistakes to this file.")
  var html: String?

  func validate() throws {
    guard !letters.files.isEmpty else {
      throw ValidationError("There is nothing to evaluate: name --ink, --air or --features files.")
    }
    guard restrict != "" else {
      throw ValidationError("--restrict names no letter: name those that may be answers.")
    }
  }

  func run() throws {
    if let packed = try model.packed() { return try runNetwork(packed) }
    guard !reject else {
      throw ValidationError("--reject is for packed models: name one with --model.")
    }
    var model = try model.linear()
    var loaded = try letters.load()
    if let restrict {
      let answers = restrict.map { String($0) }
      model = try model.restricted(to: answers)
      loaded.samples.removeAll { !answers.contains($0.label) }
      loaded.abandoned.removeAll { !answers.contains($0) }
    }
    let matrix = try model.evaluate(loaded)
    if json { try Console.print(json: matrix) } else { Console.print("\(matrix)") }
    try draw(matrix, by: .linear(model))
  }

  /// Writes the page, if it is wanted.
  private func draw(_ matrix: ConfusionMatrix, by judge: Judge) throws {
    guard let html else { return }
    let drawn = try letters.ink.flatMap {
      AnsweredLetter.letters(of: try InkSample.read(contentsOf: $0), by: judge)
    }
    let written = try letters.air.flatMap {
      AnsweredLetter.letters(in: try Trace(noting: $0), by: judge)
    }
    // Letters that may be no answer were not asked about.
    let asked = (drawn + written).filter { judge.labels.contains($0.label ?? "") }
    let names = letters.files.map { URL(fileURLWithPath: $0).lastPathComponent }
    let page = EvaluationPage(matrix: matrix, letters: asked)
    try Console.write(page.html(source: names.joined(separator: ", ")), to: html)
    Console.note("page: \(html)")
  }

  /// Asks a packed model.
  private func runNetwork(_ model: NetworkModel) throws {
    guard restrict == nil else {
      throw ValidationError("--restrict is for the lab's features: leave it out.")
    }
    let letters = try letters.networkLetters(model.model.featureSet)
    var evaluation = NetworkEvaluation(labels: model.labels)
    try evaluation.add(model, letters)
    try NetworkReport(
      evaluation, samples: letters.count, bytes: model.bytes.count, stamp: model.model.stamp,
      tellsRejection: reject
    ).print(json: json)
    try draw(evaluation.matrix, by: .network(model))
  }
}
