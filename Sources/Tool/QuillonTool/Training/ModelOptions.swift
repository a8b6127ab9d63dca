import ArgumentParser
import Foundation
import QuillonBridge
import QuillonConversions
import QuillonLivePage
import QuillonRecognizer
import QuillonTraining

/// By which model letters are recognized.
struct ModelOptions: ParsableArguments {
  @Option(
    help: """
      The model: a file, or a built-in model. air and ink learned from people. simulated-air, \
      simulated-ink and gestures (letters and gestures) learned from simulated people only. lab \
      uses 28 features of zones. The default is simulated-air; for evaluate it is lab.
      """)
  var model: String?

  /// A bridge that recognizes by the model letters written so; `stream` says how the bytes are read of a board that
  /// does not send this project's packets.
  func bridge(
    writing: WritingSettings = WritingSettings(), stream: StreamOptions? = nil
  ) throws -> Bridge {
    let named = try named()
    return Bridge(
      model: named.letterModel, labels: named.labels,
      parameters: RecognizerParameters(writing: writing),
      owner: named.owner, stream: stream)
  }

  /// The model with its name, for who can use either kind.
  func named() throws -> PageModel {
    let name = model.map { URL(fileURLWithPath: $0).lastPathComponent }
    if let packed = try packed(otherwise: .simulatedAir) {
      return PageModel(.packed(packed), name: name ?? ShippedModel.simulatedAir.rawValue)
    }
    return PageModel(.linear(try linear()), name: name ?? "lab")
  }

  /// The packed model that is named, or `other` when none is; nil if a model of the lab's kind is named.
  func packed(otherwise other: ShippedModel? = nil) throws -> NetworkModel? {
    guard let model else { return try other?.load() }
    if let shipped = ShippedModel(rawValue: model) { return try shipped.load() }
    return NetworkModel.isModel(at: model) ? try NetworkModel(contentsOf: model) : nil
  }

  /// The model of the lab's kind that is named; the built-in one when none is.
  func linear() throws -> ModelFile {
    guard let model, model != "lab" else { return try .standard }
    return try ModelFile(contentsOf: model)
  }
}

/// The packed models that the tool carries.
enum ShippedModel: String, CaseIterable {
  case air
  case ink
  case simulatedAir = "simulated-air"
  case simulatedInk = "simulated-ink"
  case gestures

  /// The model with its labels.
  func load() throws -> NetworkModel { try NetworkModel(model, name: rawValue) }

  private var model: PackedModel {
    switch self {
    case .air: AirModel.makeModel()
    case .ink: InkModel.makeModel()
    case .simulatedAir: SimulatedAirModel.makeModel()
    case .simulatedInk: SimulatedInkModel.makeModel()
    case .gestures: GestureModel.makeModel()
    }
  }
}

extension ModelFile {
  /// The lab's kind of model that the tool carries.
  static var standard: ModelFile {
    get throws {
      return try ModelFile(
        labels: [String](labels: StandardModel.labels),
        weights: QuantizedWeights(
          rows: StandardModel.makeModel().rows, step: StandardModel.weightStep),
        rejectThreshold: StandardModel.rejectThreshold)
    }
  }
}
