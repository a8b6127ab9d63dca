import QuillonRecognizer
import QuillonRecordings
@testable import QuillonTool

/// Commands that accept letters as they were drawn, or as numbers, and those that learn from them.

/// Drawn letters, or vectors, as models read them.
func evaluateInk(_ choices: inout Choices) {
  let options = choices.byte()
  var arguments = ["evaluate", "--html", Workspace.vacant("page.html")]
  if options & 1 != 0 { arguments.append("--json") }
  if options & 2 != 0 { arguments += ["--labels", "AB"] }
  guard options & 12 != 12 else {
    return Workspace.run(
      arguments + [
        "--features", Workspace.write(LetterText.features(&choices), to: "features.txt"),
      ])
  }
  let model = choices.one(of: ["lab", "ink", "simulated-ink", "air", "gestures"])
  arguments += ["--model", model]
  if options & 4 != 0 { arguments.append("--without-fragments") }
  if model != "lab" {
    if options & 16 != 0 { arguments.append("--reject") }
    if options & 32 != 0 { arguments.append("--gates") }
    if options & 192 == 64 { arguments.append("--written-in-air") }
    if options & 192 == 128 {
      let sparing = Workspace.write(LetterText.sound, to: "sound.jsonl")
      arguments += ["--personalize", "1", "--sparing", sparing]
    }
  }
  Workspace.run(arguments + ["--ink", Workspace.write(LetterText.ink(&choices), to: "ink.jsonl")])
}

/// Models learned from letters, one pass, and asked.
func train(_ choices: inout Choices) {
  let options = choices.byte()
  let model = Workspace.vacant("learned.json")
  var arguments = [
    "train", "--out", model, "--passes", "1", "--emit-swift", Workspace.vacant("Learned.swift"),
  ]
  if options & 1 != 0 { arguments.append("--json") }
  if options & 2 != 0 { arguments += ["--labels", "ABC"] }
  if options & 4 != 0 {
    arguments += ["--starts", "1", "--export-features", Workspace.vacant("exported.txt")]
    arguments += options & 8 != 0 ? ["--variant", "restarts"] : []
    if options & 16 != 0 {
      arguments += [
        "--features", Workspace.write(LetterText.features(&choices), to: "features.txt"),
      ]
    }
  } else {
    let set = choices.one(of: FeatureSet.allCases)
    arguments += ["--feature-set", "\(set)", "--hidden", choices.one(of: ["0", "1", "5"])]
    if options & 8 != 0, set.isOfTheAir { arguments.append("--written-in-air") }
    if options & 32 != 0 { arguments += ["--omit", choices.one(of: ["0.5", "5e-324", "0.1"])] }
    if options & 64 != 0 { arguments += ["--reject-rate", "0.2"] }
    if options & 128 != 0, set == .airPath { arguments.append("--garbage") }
  }
  let ink = Workspace.write(LetterText.ink(&choices), to: "ink.jsonl")
  Workspace.run(arguments + ["--ink", ink])
  Workspace.run("evaluate", "--model", model, "--ink", ink)
}
