import QuillonBridge
import QuillonRecognizer
import QuillonRecordings
import QuillonSimulator
import QuillonSystem
import QuillonTraining

/// Models, and what is known of boards and people.

/// A model of either kind, asked about letters of every kind.
func askModel(_ choices: inout Choices) {
  let options = choices.byte()
  let isPacked = options & 1 == 1
  let model = Workspace.write(
    isPacked ? ModelText.packed(&choices) : ModelText.linear(&choices), to: "model")
  let json = options & 2 == 0 ? [] : ["--json"]
  let reject = isPacked && options & 4 != 0 ? ["--reject", "--gates"] : []
  let ink = Workspace.write(LetterText.sound, to: "sound.jsonl")
  Workspace.run(
    ["evaluate", "--model", model, "--ink", ink, "--html", Workspace.vacant("page.html")] + json
      + reject)
  if options & 8 != 0 {
    Workspace.run("plot", recordedTrace, "--model", model, "--out", Workspace.vacant("page.html"))
  }
  if isPacked, options & 16 != 0 {
    Workspace.run(
      ["evaluate", "--model", model, "--ink", ink, "--personalize", "1", "--sparing", ink] + json)
  }
}

/// A calibration, a plane or a person's training updates, and what goes by it.
func readSettings(_ choices: inout Choices) {
  switch choices.byte() % 4 {
  case 0:
    let calibration = Workspace.write(SettingsText.calibration(&choices), to: "calibration.json")
    Workspace.run(
      "fuse", recordedTrace, "--axes", "9", "--calibration", calibration, "--out",
      Workspace.vacant("fused.csv"))
    let file = try? CalibrationFile(contentsOf: calibration)
    if let file {
      precondition((try? CalibrationFile(parsing: file.json, name: "written")) == file)
    }
  case 1:
    let plane = Workspace.write(SettingsText.plane(&choices), to: "plane.json")
    Workspace.run("evaluate", "--air", recordedTrace, "--plane", plane, "--json")
    if let file = try? PlaneFile(contentsOf: plane) {
      try? file.write(to: OutputFile(Workspace.vacant("written.json")))
      precondition((try? PlaneFile(contentsOf: Workspace.path("written.json"))) != nil)
    }
  case 2:
    Workspace.run(
      "declination", "--lat", choices.number(), "--lon", choices.number(), "--altitude",
      choices.number(), "--date",
      choices.flag() ? "2027-0\(choices.byte() % 10)-\(choices.number())" : choices.number(),
      "--json")
  default: learn(&choices)
  }
}

/// Commands that read two files, both of them made.
func readPairs(_ choices: inout Choices) {
  let kind = choices.byte()
  let size = Int(choices.byte())
  // Each file has its own part of the input.
  let all = choices.rest()
  var (first, second) = (Choices(all.prefix(size)), Choices(all.dropFirst(size)))
  func trace(_ choices: inout Choices, _ name: String) -> String {
    Workspace.write(TraceText.make(&choices), to: name)
  }
  func ink(_ choices: inout Choices, _ name: String) -> String {
    Workspace.write(LetterText.ink(&choices), to: name)
  }
  let json = kind & 0x80 == 0 ? [] : ["--json"]
  switch kind % 6 {
  case 0:
    let calibration = Workspace.write(SettingsText.calibration(&first), to: "c.json")
    let command = kind & 0x40 == 0 ? ["fuse", "--axes", "9"] : ["fuse", "--frame", "magnetic"]
    Workspace.run(
      command + [trace(&second, "trace.csv"), "--calibration", calibration]
        + ["--out", Workspace.vacant("fused.csv")] + json)
  case 1:
    let model = Workspace.write(ModelText.packed(&first), to: "model")
    Workspace.run(
      "plot", trace(&second, "trace.csv"), "--model", model, "--out", Workspace.vacant("page.html"))
  case 2:
    let model = Workspace.write(ModelText.packed(&first), to: "model")
    Workspace.run(["evaluate", "--model", model, "--ink", ink(&second, "ink.jsonl")] + json)
  case 3:
    Workspace.run(
      ["evaluate", "--model", "ink", "--ink", ink(&first, "ink.jsonl"), "--personalize", "1"]
        + ["--sparing", ink(&second, "sparing.jsonl")] + json)
  case 4:
    let plane = Workspace.write(SettingsText.plane(&first), to: "plane.json")
    Workspace.run(
      ["evaluate", "--air", trace(&second, "trace.csv"), "--plane", plane, "--model", "air"] + json)
  default:
    Workspace.run(
      ["evaluate", "--air", trace(&first, "a.csv"), "--air", trace(&second, "b.csv")] + json)
  }
}

/// Continues from a person's file: letters are read by it, and training updates learned and undone.
private func learn(_ choices: inout Choices) {
  guard let training = personalTraining,
    let person = PersonalModel(
      training.model.model, labels: training.model.labels,
      margin: training.margin,
      metric: training.metric,
      owner: training)
  else { return }
  let count = person.weights.count
  let file = Workspace.write(
    SettingsText.person(&choices, modelID: person.model.modelID, count: count), to: "person.json")
  do { try person.load(file) } catch { return }
  for _ in 0..<1 + choices.index(below: 16) {
    var features = FeatureVector()
    let edge = choices.byte()
    for index in 0..<person.model.featureSet.count {
      features.append(edge & 1 == 0 ? Int32(index * 97) : edge & 2 == 0 ? .min : .max)
    }
    _ = person.classification(on: features)
    _ = person.learn(features, as: choices.label())
    if edge & 4 != 0 { _ = person.undo() }
    _ = person.classification(on: features)
  }
  do {
    try person.write(to: OutputFile(Workspace.vacant("written.json")))
    try person.load(Workspace.path("written.json"))
  } catch {
    fatalError("what was written is not read: \(error)")
  }
}

/// Letters of a simulated person with raw sensors, nine axes.
let recordedTrace = Workspace.write(
  (try? AirWriter(seed: 11).trace(of: "C").csv()) ?? [], to: "recorded.csv")

/// What one person teaches the built-in model, sparing a few letters.
let personalTraining: PersonalTraining? = {
  guard let model = try? NetworkModel(PackedModel.builtIn, name: "built in"),
    let drawn = try? InkSample.read(parsing: LetterText.sound, name: "sound")
  else { return nil }
  return PersonalTraining(
    model, sparing: NetworkLetter.letters(of: drawn, featureSet: model.model.featureSet))
}()
