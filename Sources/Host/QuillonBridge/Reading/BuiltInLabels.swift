import QuillonConversions
import QuillonRecognizer

/// The labels of the models that firmware carries.
///
/// A board sends the number of a letter and the ID of its model. Its model is smaller than the one that
/// a computer uses.
enum BuiltInLabels {
  private static let lists: [UInt32: [String]] = {
    let packed: [PackedModel] = [
      .simulatedAir, .airBoard, .airFeatures, .gestures, .accelerometer,
    ]
    let linear: [LinearModel] = [.lab, .dampedLab]
    return Dictionary(
      packed.map { ($0.modelID, $0.labels) } + linear.map { ($0.modelID, $0.labels) },
      uniquingKeysWith: { first, _ in first })
  }()

  /// The labels in the order of the outputs.
  ///
  /// - Parameter modelID: The ID in the board's hello packet.
  /// - Returns: Nil for a model that is not built in.
  static func of(modelID: UInt32) -> [String]? { lists[modelID] }
}
