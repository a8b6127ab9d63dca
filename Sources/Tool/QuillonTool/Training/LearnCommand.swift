import ArgumentParser
import Foundation
import QuillonBridge
import QuillonRecognizer
import QuillonRecordings
import QuillonSystem
import QuillonTraining

struct LearnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Learns a gesture of your own from three examples, beside the letters.",
    discussion: """
      The command asks for the gesture three times and writes a model that reads it, and all that the model read before. Without \
      --out, `quillon bridge` and the other commands use the new model from now on, and the next `quillon learn` adds to it. \
      `quillon config model --unset` goes back. The examples stay in a recording beside the model, so that gestures that are \
      learned later are distinguished from them.
      """)

  @Argument(help: "The name of the gesture: letters, digits and _.")
  var name: String

  @Option(help: "Learn from the strokes in this trace file instead of from a board.")
  var trace: String?

  @OptionGroup var source: PortOptions

  @Option(help: PenChoice.help) var pen = PenChoice.board

  @Option(help: "How many examples to ask for, 1 to 99.")
  var times = 3

  @OptionGroup var model: ModelOptions

  @OptionGroup var plane: PlaneOptions

  @Option(help: "Write the model to this file, and change no default.")
  var out: String?

  @OptionGroup var files: FileOptions

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func validate() throws {
    guard LabelList("<\(name)>")?.labels == [name] else {
      throw ValidationError("“\(name)” is no name of a gesture: use letters, digits and _.")
    }
    guard (1...99).contains(times) else {
      throw ValidationError("Choose another value: --times is 1 to 99.")
    }
  }

  func run() throws {
    let path = out ?? ConfigurationFile.folder.appendingPathComponent("learned.model").path
    // Two programs that add to one model at once would lose a gesture.
    let lock = try out == nil ? ConfigurationFile.lock(path, waits: false) : nil
    defer { withExtendedLifetime(lock) {} }
    let named = try model.named()
    guard case .packed(let base) = named.kind, base.model.hiddenCount > 0 else {
      throw ToolError(
        "\(named.name) can't learn a label: name a packed model with hidden units, such as --model air",
        code: .misuse)
    }
    guard !base.labels.contains(name) else {
      throw ToolError(
        "\(named.name) knows \(name) already: choose another name, or teach it with `quillon bridge --teach`",
        code: .misuse)
    }
    let earlierPath = model.model.map(Self.examples)
    var outputs = files.outputs(beside: [trace, model.model, earlierPath, plane.plane])
    // What is the default is replaced; a file that is named is not.
    func output(_ path: String) throws -> OutputFile {
      try out == nil ? OutputFile(path) : outputs.file(path)
    }
    let (file, examplesFile) = (try output(path), try output(Self.examples(of: path)))
    let recording = try recording()
    let examples = try letters(in: recording, for: base)
    guard examples.count >= (trace == nil ? times : 1) else {
      throw ToolError(
        "\(examples.count) of \(trace == nil ? times : 1) examples came, and nothing was learned: hold the pen down while you make the gesture",
        code: .misuse)
    }
    let known = try SimulatedLetters.spared(
      base.model.featureSet, gestures: base.labels.contains { $0.count > 1 },
      parameters: base.stabilizers.parameters()
    ).filter { base.labels.contains($0.label) }
    let earlier = try earlierPath.flatMap {
      FileManager.default.fileExists(atPath: $0) ? try Trace(noting: $0) : nil
    }
    // A model that could not be written has left examples of a label that it does not have.
    let others = try earlier.map { try letters(in: $0, for: base) } ?? []
    let learned = try base.adding(
      name, examples, apartFrom: others.filter { base.labels.contains($0.label) }, sparing: known)
    // The examples first: without them the model could not learn well what comes next.
    try Self.joined(earlier, recording).write(to: examplesFile)
    try learned.write(to: file)
    if out == nil {
      var configuration = try ConfigurationFile()
      try configuration.set(.model, to: [path])
    }
    let report = LearnReport(
      name, learned, base, examples, known, path: path, isDefault: out == nil)
    if json { try Console.print(json: report) } else { try Console.print(report.text) }
  }

  /// The recording that is named, or one of what the command asks a person for. Its strokes have the name as their label.
  private func recording() throws -> Trace {
    var trace = try trace.map { try Trace(noting: $0) } ?? askedFor()
    for index in trace.rows.indices where trace.rows[index].isWithinStroke {
      trace.rows[index].label = name
    }
    return trace
  }

  private func askedFor() throws -> Trace {
    let folder = try PrivateFolder()
    defer { withExtendedLifetime(folder) {} }
    let recording = folder.url.appendingPathComponent("examples.csv").path
    Console.note("make the gesture \(times) times: hold the pen down, make it, let go")
    var bridge = try BridgeCommand.parse(
      [
        "--record", recording, "--prompt", "<\(name)>", "--rounds", "\(times)", "--pen",
        pen.rawValue,
      ] + (json ? ["--json"] : []))
    (bridge.source, bridge.model, bridge.plane) = (source, model, plane)
    try bridge.run()
    // No sample, no file.
    return FileManager.default.fileExists(atPath: recording)
      ? try Trace(noting: recording) : Trace(rows: [])
  }

  /// The strokes of a recording.
  private func letters(in trace: Trace, for base: NetworkModel) throws -> [NetworkLetter] {
    let parameters = base.stabilizers.parameters(
      writing: WritingSettings(plane: try plane.rule()))
    return NetworkLetter.letters(
      of: trace, writer: "own", featureSet: base.model.featureSet, parameters: parameters)
  }

  /// The recording of the examples that the model at `path` has learned.
  private static func examples(of path: String) -> String { path + ".csv" }

  /// Both recordings, the second a second after the first.
  private static func joined(_ first: Trace?, _ second: Trace) -> Trace {
    guard var all = first, let end = all.rows.last, let begin = second.rows.first else {
      return second
    }
    let strokes = all.rows.compactMap(\.stroke).max() ?? 0
    all.rows += second.rows.map { row in
      var row = row
      row.time += end.time - begin.time + 1
      row.stroke = row.stroke.map { $0 + strokes + 1 }
      return row
    }
    return all
  }
}

/// What was learned, and what it costs.
private struct LearnReport: Encodable {
  var label: String
  var examples: Int
  /// How many of the examples the new model reads right.
  var right: Int
  /// How many known letters and gestures were asked, and how many of them the new model reads as the new label.
  var known: Int
  var taken: Int
  /// The labels that it most often reads as the new one, with how many in a hundred.
  var confused: [String: Double]
  var model: String
  var isDefault: Bool

  init(
    _ label: String, _ learned: NetworkModel, _ base: NetworkModel, _ examples: [NetworkLetter],
    _ known: [NetworkLetter], path: String, isDefault: Bool
  ) {
    func answer(_ letter: NetworkLetter) -> String {
      learned.labels[Int(learned.classification(on: letter).label)]
    }
    self.label = label
    (self.examples, model, self.isDefault) = (examples.count, path, isDefault)
    right = examples.count { answer($0) == label }
    let taken = known.filter { answer($0) == label }
    (self.known, self.taken) = (known.count, taken.count)
    let counts = Dictionary(grouping: known, by: \.label).mapValues(\.count)
    confused = Dictionary(grouping: taken, by: \.label).mapValues(\.count).reduce(into: [:]) {
      let share = 100 * Double($1.value) / Double(counts[$1.key] ?? 1)
      if share >= 5 { $0[$1.key] = (share * 10).rounded() / 10 }
    }
  }

  var text: String {
    var lines = [
      "\(label.printable): \(right) of \(examples) examples are read right, and \(known - taken) of \(known) known letters and gestures are not taken for it"
    ]
    for (other, share) in confused.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      lines.append(
        "it looks like \(other.printable), of which \(Int(share.rounded())) % are now read as \(label.printable): make another gesture"
      )
    }
    lines.append("model: \(model)\(isDefault ? ", which all commands use from now on" : "")")
    return lines.joined(separator: "\n")
  }
}
