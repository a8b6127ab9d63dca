import QuillonConversions
import QuillonRecognizer

/// The labels of the models that firmware carries.
///
/// A board tells the number of a letter and the ID of its model. Its model is smaller than the one that
/// a computer uses.
enum BuiltInLabels {
  private static let lists: [UInt32: [String]] = {
    let packed = [
      SimulatedAirModel.makeModel(), AirBoardModel.makeModel(), AirFeaturesModel.makeModel(),
      GestureModel.makeModel(), AccelerometerModel.makeModel(),
    ].map { ($0.modelID, $0.labels) }
    return Dictionary(
      packed + [
        (StandardModel.modelID, [String](labels: StandardModel.labels)),
        (DampedModel.modelID, [String](labels: DampedModel.labels)),
      ],
      uniquingKeysWith: { first, _ in first })
  }()

  /// The labels in the order of the outputs.
  ///
  /// - Parameter modelID: The ID in the board's hello packet.
  /// - Returns: Nil for a model that is not built in.
  static func of(modelID: UInt32) -> [String]? { lists[modelID] }
}
