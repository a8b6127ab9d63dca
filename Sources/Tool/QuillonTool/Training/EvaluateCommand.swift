import ArgumentParser
import Foundation
import QuillonFileOutput
import QuillonRecordings
import QuillonTraining

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

  @Flag(help: "What the gates of shape reject of letters and --motion in space counts as rejected.")
  var gates = false

  @Flag(help: "Ask a packed model about drawn letters as simulated people write them in the air.")
  var writtenInAir = false

  @Flag(
    help: """
      Ask models like the packed one instead, each taught the letters of all writers but one and asked \
      about that one's. Beside letters in the air, drawn ones are always learned.
      """)
  var leaveOneWriterOut = false

  @Option(
    help: """
      Let a packed model learn so many letters of each label from each writer and ask it about the \
      rest, beside letters in the air also about drawn ones that the writer did not teach.
      """)
  var personalize: Int?

  @Option(
    parsing: .upToNextOption,
    help: """
      While it learns from a writer, spare what it knows of the drawn letters in these files; without \
      them, of simulated people's.
      """)
  var sparing: [String] = []

  @Flag(help: "JSON instead of a table for people.")
  var json = false

  @Option(help: "Write a page with the table, the rates and the worst mistakes to this file.")
  var html: String?

  @OptionGroup var files: FileOptions

  func validate() throws {
    guard !letters.inputs.isEmpty else {
      throw ValidationError(
        "There is nothing to evaluate: name --ink, --air, --features or --motion files.")
    }
    guard restrict != "" else {
      throw ValidationError("--restrict names no letter: name those that may be answers.")
    }
    guard personalize ?? 1 > 0 else {
      throw ValidationError("--personalize is at least 1 letter of each label.")
    }
    guard sparing.isEmpty || personalize != nil else {
      throw ValidationError("--sparing is for --personalize: say how many letters are learned.")
    }
    guard !(leaveOneWriterOut && (personalize != nil || writtenInAir)) else {
      throw ValidationError(
        "--leave-one-writer-out goes neither with --personalize nor with --written-in-air; drawn "
          + "letters that a model for the air learns are written in the air anyway.")
    }
  }

  func run() throws {
    var outputs = files.outputs(
      beside: letters.inputs + sparing + [model.model, letters.plane.plane])
    let page = try outputs.file(html)
    if let packed = try model.packed() { return try runNetwork(packed, page) }
    guard !reject, !gates, letters.motion.isEmpty, !writtenInAir, !leaveOneWriterOut,
      personalize == nil
    else {
      throw ValidationError(
        "--reject, --gates, --motion, --written-in-air, --leave-one-writer-out and --personalize "
          + "are for packed models: name one with --model.")
    }
    var model = try model.linear()
    var loaded = try letters.load()
    if let answers {
      model = try model.restricted(to: answers)
      loaded.samples.removeAll { !answers.contains($0.label) }
      loaded.abandoned.removeAll { !answers.contains($0) }
    }
    let matrix = try model.evaluate(loaded)
    if json { try Console.print(json: matrix) } else { try Console.print("\(matrix)") }
    try draw(matrix, by: .linear(model), on: page)
  }

  /// The labels that may be answers; nil for all.
  var answers: [String]? { restrict?.map { String($0) } }

  /// Writes the page, if it is wanted.
  func draw(
    _ matrix: ConfusionMatrix, by kind: LoadedModel.Kind, evaluation: NetworkEvaluation? = nil,
    on file: OutputFile?
  ) throws {
    guard let file else { return }
    let judge = LoadedModel(kind, name: model.model ?? "lab")
    let drawn = AnsweredLetter.letters(of: try letters.drawnLetters(), by: judge)
    let written = try letters.air.flatMap {
      AnsweredLetter.letters(
        in: try Trace(noting: $0), by: judge, parameters: try letters.parameters())
    }
    // Letters that may be no answer were not asked about, and others than those asked have no picture.
    let asked = (drawn + written).filter { judge.labels.contains($0.label ?? "") }
    let names = (letters.files + letters.motion).map { URL(fileURLWithPath: $0).lastPathComponent }
    let page = EvaluationPage(
      matrix: matrix, evaluation: evaluation,
      letters: leaveOneWriterOut || writtenInAir ? [] : asked)
    try file.write(page.html(source: names.joined(separator: ", ")).utf8)
    Console.note("page: \(file.path)")
  }
}
