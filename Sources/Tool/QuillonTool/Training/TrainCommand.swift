import ArgumentParser
import Foundation
import QuillonRecordings
import QuillonSimulator
import QuillonSystem
import QuillonTraining

struct TrainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train",
    abstract: "Trains a model on labeled letters.",
    discussion: """
      A letter drawn with several strokes becomes one stroke: the path of the lifted pen becomes \
      ink, because in the air no pen is lifted. The same letters, options and seed give the same \
      model.
      """)

  @OptionGroup(title: "Letters") var letters: LetterSources

  @OptionGroup(title: "Stabilizers") var stabilizers: StabilizerOptions

  @OptionGroup(title: "Packed models") var network: NetworkOptions

  @Option(help: "Add the alphabet of this many simulated people who write in the air.")
  var simulated = 0

  @Flag(
    help: "Let the simulated people also make gestures: swipes, circle, wave, shake, rest."
  )
  var gestures = false

  @Option(
    help: """
      Train on these labels only and leave out all other letters: A-Z,0-9 or OIJLZ. Simulated people write capital letters; digits \
      too, if they are in this list.
      """, transform: LabelOptions.list)
  var labels: LabelList?

  @Option(name: .long, help: "Write the model to this file.")
  var out: String?

  @Option(
    help: "Write the model as firmware carries it to this file: bytes, without their origin.")
  var emitBytes: String?

  @Option(help: "Write the model as Swift source to this file. The type is named like the file.")
  var emitSwift: String?

  @Option(
    help: """
      For the perceptron: write the model as C source to this file, with its weights as a table \
      and a function that rates features.
      """)
  var emitC: String?

  @Option(help: "Write the feature vectors of the training to this file, as Python tuples.")
  var exportFeatures: String?

  @OptionGroup var files: FileOptions

  @Option(
    help: """
      For the perceptron, the weights of each start. averaged: their mean over the training. \
      restarts: the last weights of a random start. The default is averaged.
      """)
  var variant: PerceptronSettings.Variant?

  @Option(help: "For the perceptron: the number of starts to average. The default is 8.")
  var starts: Int?

  @Option(
    help: """
      The greatest number of passes through the letters. The default is 20, for packed models 60, \
      and for those with convolutions 100.
      """)
  var passes: Int?

  @Option(help: "The random seed.")
  var seed: UInt64 = 1

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func validate() throws {
    guard !letters.files.isEmpty || simulated > 0 else {
      throw ValidationError(
        "There is nothing to learn from: name --ink, --air or --features files.")
    }
    let outputs = [out, emitBytes, emitSwift, emitC, exportFeatures]
    guard outputs.contains(where: { $0 != nil }) || network.isValidation else {
      throw ValidationError("The model would be lost: name a file with --out.")
    }
    guard network.featureSet == nil || exportFeatures == nil else {
      throw ValidationError("Packed models have other features: leave out --export-features.")
    }
    guard !gestures || simulated > 0 && network.featureSet?.isOfTheAir == true else {
      throw ValidationError(
        "--gestures needs --simulated people and --feature-set airMovement, movement or airPath.")
    }
    guard letters.motion.isEmpty || network.usesMotion else {
      throw ValidationError(
        "--motion is for packed models: give --garbage to learn from it, or --false-accepts.")
    }
    let ofPerceptron: GivenOptions = [
      "--variant": variant != nil, "--starts": starts != nil, "--emit-c": emitC != nil,
    ]
    try ofPerceptron.refuse(beside: "--feature-set", network.featureSet != nil)
    guard simulated >= 0, starts ?? 1 > 0, passes ?? 1 > 0 else {
      throw ValidationError("--starts and --passes are at least 1, --simulated at least 0.")
    }
  }

  func run() async throws {
    var command = self
    command.letters.settings = stabilizers.settings()
    try await command.train()
  }

  /// Trains with the settings of `letters`.
  private func train() async throws {
    var outputs = files.outputs(beside: letters.inputs + [letters.plane.plane])
    let (file, swift) = (try outputs.file(out), try outputs.file(emitSwift))
    let bytes = try outputs.file(emitBytes)
    let (c, table) = (try outputs.file(emitC), try outputs.file(exportFeatures))
    if let featureSet = network.featureSet { return try runNetwork(featureSet, file, bytes, swift) }
    var loaded = try letters.load()
    if simulated > 0 {
      let bar = ProgressBar("writing ", total: simulated)
      loaded.append(
        try SimulatedLetters.features(
          people: simulated, seed: seed, letters: written, parameters: letters.settings.parameters()
        ) { bar.show($0) })
    }
    loaded.samples.removeAll { !learns($0.label) }
    if let table { try FeatureSample.write(loaded.samples, to: table, format: .tuples) }
    guard file != nil || bytes != nil || swift != nil || c != nil else { return }
    let model = try await train(on: loaded.samples)
    if let file { try model.write(to: file) }
    if let bytes { try bytes.write(try model.bytes()) }
    if let swift {
      try swift.write(try SwiftEmitter.source(of: model, name: Self.typeName(swift)).utf8)
    }
    if let c { try c.write(CEmitter.source(of: model).utf8) }
    try report(model, abandoned: loaded.abandoned.count)
  }

  private func train(on samples: [FeatureSample]) async throws -> ModelFile {
    let starts = starts ?? 8
    let settings = PerceptronSettings(
      variant: variant ?? .averaged, starts: starts, passes: passes ?? 20, seed: seed)
    let bar = ProgressBar("training", total: starts)
    let table = await PerceptronTrainer(settings).train(on: try TrainingSet(samples)) {
      bar.show($0)
    }
    let learned = FeatureExtraction.Result(samples: samples)
    let accuracy = try ModelFile(quantizing: table).evaluate(learned).accuracy
    return try ModelFile(
      quantizing: table,
      origin: ModelFile.Origin(
        data: source, settings: settings, samples: samples.count, accuracy: accuracy),
      stabilizers: letters.settings)
  }

  /// The name of the type in a Swift source: that of its file.
  static func typeName(_ file: OutputFile) -> String {
    URL(fileURLWithPath: file.path).deletingPathExtension().lastPathComponent
  }

  /// A description of the training data. File names have no folders, so that the model does not
  /// depend on where the files are.
  var source: String {
    let files = letters.files.map { URL(fileURLWithPath: $0).lastPathComponent }
    let people =
      simulated > 0 ? ["\(simulated) simulated people\(gestures ? " with gestures" : "")"] : []
    let rule = letters.withoutFragments ? ["without line fragments"] : []
    let choice = labels.map { LabelList.text(of: $0.labels) }.map { ["\($0) only"] } ?? []
    return (files + people + rule + choice).joined(separator: ", ")
  }

  /// Whether letters of this label are learned.
  func learns(_ label: String) -> Bool { labels?.labels.contains(label) ?? true }

  /// What simulated people write.
  var written: [Character] {
    guard let labels else { return LetterShape.alphabet }
    let all = LetterShape.alphabet + LetterShape.digits
    return all.filter { labels.labels.contains(String($0)) }
  }

  private func report(_ model: ModelFile, abandoned: Int) throws {
    guard let origin = model.origin else { return }
    if json {
      return try Console.print(
        json: Report(
          labels: model.labels, samples: origin.samples, abandoned: abandoned,
          accuracy: origin.accuracy, modelID: model.linearModel.modelID, out: out))
    }
    let rest = abandoned > 0 ? ", \(abandoned) more were too short" : ""
    try Console.print(
      """
      \(origin.samples) letters of \(model.labels.count) labels\(rest)
      \(String(format: "%.1f", origin.accuracy * 100)) % of them named right by the integers
      \(Self.caveat)
      """)
  }

  /// What the share of right letters after a training means.
  static let caveat =
    "this share is of the letters that it learned from; `quillon evaluate` with other letters measures how good it is"

  private struct Report: Encodable {
    var labels: [String]
    var samples: Int
    var abandoned: Int
    var accuracy: Double
    var modelID: UInt32
    var out: String?
  }
}

extension PerceptronSettings.Variant: ExpressibleByArgument {}
