import QuillonRecognizer
import QuillonTraining

/// The built-in model without its first label: another model with the same features, for boards that accept one.
public enum ReducedModel {
  /// The model and its bytes.
  public static let network: NetworkModel = {
    do {
      let whole = try NetworkModel(PackedModel.builtIn, name: "built in")
      return try whole.restricted(to: Array(whole.labels.dropFirst()))
    } catch {
      preconditionFailure("the built-in model cannot be reduced: \(error)")
    }
  }()
}
