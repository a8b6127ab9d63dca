import Foundation
import QuillonRecognizer
import QuillonSystem

/// A model of either kind, ready to recognize letters, and what it is called.
public struct LoadedModel: Sendable {
  /// The two kinds of model.
  public enum Kind: Sendable {
    /// Zones, linear.
    case linear(ModelFile)
    /// A packed one.
    case packed(NetworkModel)
  }

  /// The model itself.
  public let kind: Kind
  /// What it is called.
  public let name: String

  /// A model with its name.
  public init(_ kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }

  /// The model that `name` means: a built-in one, `lab` for the linear one of these, or else the file at that path.
  public init(named name: String) throws {
    if let model = try NetworkModel(named: name) {
      self.init(.packed(model), name: URL(fileURLWithPath: name).lastPathComponent)
    } else {
      guard name == "lab" || FileManager.default.fileExists(atPath: name) else {
        throw TrainingError.noSuchModel(name)
      }
      let model = try name == "lab" ? ModelFile.standard : ModelFile(contentsOf: name)
      self.init(.linear(model), name: URL(fileURLWithPath: name).lastPathComponent)
    }
  }

  /// A built-in packed model.
  public init(_ model: ShippedModel) throws {
    self.init(.packed(try model.load()), name: model.rawValue)
  }

  /// The perceptron `lab` for damped strokes, which firmware with damping carries.
  public static func dampedLab() throws -> LoadedModel {
    LoadedModel(.linear(try ModelFile.damped), name: "lab")
  }

  /// What its outputs stand for.
  public var labels: [String] {
    switch kind {
    case .linear(let model): model.labels
    case .packed(let model): model.labels
    }
  }

  /// The settings that it was trained with.
  public var stabilizers: StabilizerSettings {
    switch kind {
    case .linear(let model): model.stabilizers
    case .packed(let model): model.stabilizers
    }
  }

  /// The model as the recognizer accepts it; the bytes of a packed one live as long as ``owner``.
  public var letterModel: LetterModel {
    switch kind {
    case .linear(let model): .linear(model.linearModel)
    case .packed(let model): .packed(model.model)
    }
  }

  /// What the bytes of a packed model live as long as; nil for the other kind.
  public var owner: (any AnyObject & Sendable)? {
    switch kind {
    case .linear: nil
    case .packed(let model): model
    }
  }

  /// What its file is called, by its kind.
  public var fileName: String {
    switch kind {
    case .linear: "model.json"
    case .packed: "model.qnm"
    }
  }

  /// Writes the model to a file.
  ///
  /// - Throws: `OutputError`.
  public func write(to file: OutputFile) throws {
    switch kind {
    case .linear(let model): try model.write(to: file)
    case .packed(let model): try model.write(to: file)
    }
  }
}
