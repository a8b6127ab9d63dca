import ArgumentParser
import Foundation
import QuillonRecordings
import QuillonSystem
import QuillonTraining

struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: """
      Measures how many labeled letters a model names right, and which letters it confuses.
      """,
    discussion: """
      Letters written in the air pass through the whole chain, sample by sample, as on a board. \
      Letters that the chain gives up count as wrong.
      """)

  @OptionGroup(title: "Letters") var letters: LetterSources

  @OptionGroup(title: "Stabilizers") var stabilizers: StabilizerOptions

  @OptionGroup var model: ModelOptions

  @OptionGroup var answering: LabelOptions

  @Flag(
    help: """
      Also print how many letters a packed model names right of those that it does not reject.
      """)
  var reject = false

  @Flag(help: "Count letters and --motion that the gates of shape reject as rejected.")
  var gates = false

  @Flag(
    help: """
      Test a packed model with drawn letters as simulated people would write them in the air.
      """)
  var writtenInAir = false

  @Flag(
    help: """
      Train a model like the packed one for each writer, on the letters of all other writers, \
      and test it on the letters of that writer. If there are letters written in the air, it \
      learns all drawn letters as well.
      """)
  var leaveOneWriterOut = false

  @Option(
    help: """
      Teach a packed model this many letters of each label of each writer and test it on the \
      writer's other letters. If there are letters written in the air, also test it on drawn \
      letters that the writer did not teach.
      """)
  var personalize: Int?

  @Option(
    parsing: .upToNextOption,
    help: """
      With --personalize: keep the model's answers to the drawn letters in these files while it \
      learns. The default is the letters of simulated people.
      """)
  var sparing: [String] = []

  @OptionGroup var spelling: SpellingOptions

  @Flag(help: "Print JSON instead of a table.")
  var json = false

  @Option(
    name: [.long, .customLong("html")],
    help: """
      Write a page to this HTML file: the table, the rates of letters and writers, curves of calibration \
      and rejection, what a letter costs on boards, and the worst mistakes.
      """)
  var report: String?

  @OptionGroup var opening: OpenOption

  @OptionGroup var files: FileOptions

  func validate() throws {
    try (["--open": opening.open] as GivenOptions).refuse(
      without: "--report", unless: report != nil)
    guard !letters.inputs.isEmpty else {
      throw ValidationError(
        "There is nothing to evaluate: name --ink, --air, --features or --motion files.")
    }
    guard stabilizers.minimumSize == nil || !letters.air.isEmpty || !letters.motion.isEmpty else {
      throw ValidationError(
        "Drawn letters and feature vectors have no size in meters: leave out --minimum-size, or name --air files."
      )
    }
    guard personalize ?? 1 > 0 else {
      throw ValidationError("--personalize is at least 1 letter of each label.")
    }
    guard sparing.isEmpty || personalize != nil else {
      throw ValidationError("--sparing is for --personalize: say how many letters are learned.")
    }
    guard
      spelling.spell == nil
        || !(leaveOneWriterOut || personalize != nil || report != nil || answers != nil)
    else {
      throw ValidationError(
        "--spell reads words: leave out --leave-one-writer-out, --personalize, --report and --labels."
      )
    }
    guard !(leaveOneWriterOut && (personalize != nil || writtenInAir)) else {
      throw ValidationError(
        "--leave-one-writer-out excludes --personalize and --written-in-air: leave them out. A model "
          + "for the air learns drawn letters as written in the air anyway.")
    }
  }

  func run() throws {
    var outputs = files.outputs(
      beside: letters.inputs + sparing + [spelling.spell, model.model, letters.plane.plane])
    let page = try outputs.file(report)
    let named = try model.model == nil ? usualModel() : model.named(for: stabilizers)
    if model.model == nil { Console.note("the model \(named.name) answers; --model names another") }
    var command = self
    command.letters.settings = stabilizers.adopt(named)
    try command.run(named, page)
  }

  /// The model that is asked when none is named: that of `bridge`, or the one for the letters.
  private func usualModel() throws -> LoadedModel {
    guard letters.features.isEmpty else { return try LoadedModel(named: "lab") }
    let isDrawn = !letters.ink.isEmpty && letters.air.isEmpty && letters.motion.isEmpty
    let usual = isDrawn && !writtenInAir ? ShippedModel.ink : .usual
    return try LoadedModel(usual.knowing(answers ?? []))
  }

  /// Asks the model. The letters are read as it was trained.
  private func run(_ named: LoadedModel, _ page: OutputFile?) throws {
    if case .packed(let packed) = named.kind {
      guard letters.features.isEmpty else {
        throw ValidationError("--features files are for the model lab: leave out --model.")
      }
      if let words = spelling.spell { return try runSpelling(packed, words: words) }
      return try runNetwork(packed, named: named.name, page)
    }
    guard !reject, !gates, letters.motion.isEmpty, !writtenInAir, !leaveOneWriterOut,
      personalize == nil
    else {
      throw ValidationError(
        "--reject, --gates, --motion, --written-in-air, --leave-one-writer-out and --personalize "
          + "are for packed models: name one with --model.")
    }
    guard spelling.spell == nil else {
      throw ValidationError("--spell is for packed models: name one with --model.")
    }
    guard case .linear(var model) = named.kind else { return }
    var loaded = try letters.load()
    if let answers {
      model = try model.restricted(to: answers)
      loaded.samples.removeAll { !answers.contains($0.label) }
      loaded.abandoned.removeAll { !answers.contains($0) }
    }
    let matrix = try model.evaluate(loaded)
    if json { try Console.print(json: matrix) } else { try Console.print("\(matrix)") }
    try draw(matrix, by: .linear(model), named: named.name, on: page)
  }

  /// The allowed answers. Nil for all labels.
  var answers: [String]? { answering.labels?.labels }

  /// Writes the page if one was asked for.
  func draw(
    _ matrix: ConfusionMatrix, by kind: LoadedModel.Kind, named name: String,
    evaluation: NetworkEvaluation? = nil, inAir: [NetworkLetter] = [], on file: OutputFile?
  ) throws {
    guard let file else { return }
    var (asker, answered): (NetworkModel?, [AnsweredLetter]) = (nil, [])
    if !leaveOneWriterOut {
      if case .packed(let model) = kind { asker = model }
      if writtenInAir, let asker {
        answered = AnsweredLetter.letters(of: inAir, by: asker, named: name)
      } else {
        answered = try answeredLetters(by: LoadedModel(kind, name: name))
      }
    }
    let names = (letters.files + letters.motion)
      .map { URL(fileURLWithPath: $0).lastPathComponent }
    let page = EvaluationPage(
      matrix: matrix, model: asker, evaluation: evaluation, letters: answered)
    try file.write(page.html(source: names.joined(separator: ", ")).utf8)
    opening.show(file.path)
  }

  /// The letters of the files with their ink, and what the model answers.
  private func answeredLetters(by classifier: LoadedModel) throws -> [AnsweredLetter] {
    let drawn = AnsweredLetter.letters(of: try letters.drawnLetters(), by: classifier)
    let written = try letters.air.flatMap { path in
      let trace = try Trace(noting: path)
      return AnsweredLetter.letters(
        in: trace, by: classifier, parameters: try letters.parameters(for: trace, path))
    }
    // Letters that are not allowed as answers were not tested and get no picture.
    return (drawn + written).filter { classifier.labels.contains($0.label ?? "") }
  }
}
