import ArgumentParser
import Foundation
import QuillonBridge
import QuillonLivePage
import QuillonTraining

/// The person who writes, and whether the model learns from the person.
struct PersonOptions: ParsableArguments {
  @Option(
    help: """
      Recognize letters as this person has taught them. --teach creates and continues this file, \
      which belongs to one model.
      """)
  var person: String?

  @Flag(
    help: """
      Learn while you write: type the right letter for the last one, and press Enter. Type undo \
      to take back the last training update. Without --person, the updates are lost at the end.
      """)
  var teach = false

  /// The model with what the person has taught it. Nil if neither option is given.
  func load(_ options: ModelOptions) throws -> PersonalModel? {
    guard person != nil || teach else { return nil }
    let named = try options.named()
    guard case .packed(let model) = named.kind,
      let training = PersonalTraining(
        model, sparing: try SimulatedLetters.spared(model.model.featureSet)),
      let personal = PersonalModel(
        model.model, labels: model.labels, margin: training.margin,
        metric: training.metric,
        owner: training)
    else {
      throw ToolError(
        "\(named.name) can't be taught: name a packed model with hidden units, such as --model air",
        code: .misuse)
    }
    guard let person else { return personal }
    if FileManager.default.fileExists(atPath: person) {
      try personal.load(person)
      let count = personal.trainingUpdates
      Console.note("loaded \(count) training update\(count == 1 ? "" : "s") from \(person)")
    } else if teach {
      Console.note("the first training update will create \(person)")
    } else {
      throw ToolError(
        "\(person): no such file: check the path, or add --teach, which creates it", code: .misuse)
    }
    return personal
  }
}
