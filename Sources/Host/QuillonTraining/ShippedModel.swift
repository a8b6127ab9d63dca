import QuillonConversions
import QuillonRecognizer

/// The packed models that are built in.
public enum ShippedModel: String, CaseIterable, Sendable {
  /// The model that reads letters where none is named.
  public static var usual: Self { .air }

  // Generated from PackedModel+BuiltIn.swift by `make lists`: do not edit.
  case air
  case airBoard = "air-board"
  case airFeatures = "air-features"
  case ink
  case airAlphanumeric = "air-alphanumeric"
  case inkAlphanumeric = "ink-alphanumeric"
  case simulatedAir = "simulated-air"
  case simulatedInk = "simulated-ink"
  case gestures
  case accelerometer
  // End of the generated part.

  /// The model with its labels.
  public func load() throws -> NetworkModel { try NetworkModel(model, name: rawValue) }

  /// This model, or if only the model beside it with digits knows all these labels, that one.
  public func knowing(_ labels: [String]) -> Self {
    let other: Self? =
      switch self {
      case .air: .airAlphanumeric
      case .ink: .inkAlphanumeric
      default: nil
      }
    let wanted = Set(labels)
    guard let other, !wanted.isSubset(of: model.labels), wanted.isSubset(of: other.model.labels)
    else { return self }
    return other
  }

  fileprivate var model: PackedModel {
    switch self {
    // Generated from PackedModel+BuiltIn.swift by `make lists`: do not edit.
    case .air: .air
    case .airBoard: .airBoard
    case .airFeatures: .airFeatures
    case .ink: .ink
    case .airAlphanumeric: .airAlphanumeric
    case .inkAlphanumeric: .inkAlphanumeric
    case .simulatedAir: .simulatedAir
    case .simulatedInk: .simulatedInk
    case .gestures: .gestures
    case .accelerometer: .accelerometer
    // End of the generated part.
    }
  }
}

extension NetworkModel {
  /// The packed model that `name` means: a built-in one, or the file at that path; nil for a file of another kind.
  public convenience init?(named name: String) throws {
    if let shipped = ShippedModel(rawValue: name) {
      try self.init(shipped.model, name: name)
    } else if NetworkModel.isModel(at: name) {
      try self.init(contentsOf: name)
    } else {
      return nil
    }
  }
}

extension ModelFile {
  /// The linear model that is built in.
  public static var standard: ModelFile { get throws { try ModelFile(.lab, Stabilizers()) } }

  /// The same for damped strokes.
  public static var damped: ModelFile { get throws { try ModelFile(.dampedLab, .dampedLab) } }

  private init(_ model: LinearModel, _ stabilizers: Stabilizers) throws {
    try self.init(
      labels: model.labels, weights: QuantizedWeights(rows: model.rows, step: model.weightStep),
      rejectThreshold: model.rejectThreshold, stabilizers: StabilizerSettings(stabilizers))
  }
}
