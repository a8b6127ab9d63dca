import QuillonConversions
import QuillonRecognizer

/// The labels of the built-in models.
///
/// A board sends the number of a letter and the ID of its model, which is not the one that this
/// computer uses.
enum BuiltInLabels {
  private static let lists: [UInt32: [String]] = {
    // Generated from PackedModel+BuiltIn.swift by `make lists`: do not edit.
    let packed: [PackedModel] = [
      .air, .airBoard, .airFeatures, .ink, .airAlphanumeric, .inkAlphanumeric, .simulatedAir,
      .simulatedInk, .gestures, .accelerometer,
    ]
    let linear: [LinearModel] = [.lab, .dampedLab]
    // End of the generated part.
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
