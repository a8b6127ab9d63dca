import QuillonRecognizer

/// The models of the module.
public enum BuiltIn: Int32 {
  case air = 0
  case ink = 1
  case gestures = 2
  case accelerometer = 3
  case simulatedAir = 4
  case simulatedInk = 5
  case lab = 6

  /// How many models there are.
  public static var count: Int32 { 7 }

  /// The model. The bytes of a packed one stay at their address.
  var model: LetterModel {
    switch self {
    case .air: .packed(AirFeaturesModel.makeModel())
    case .ink: .packed(InkModel.makeModel())
    case .gestures: .packed(GestureModel.makeModel())
    case .accelerometer: .packed(AccelerometerModel.makeModel())
    case .simulatedAir: .packed(SimulatedAirModel.makeModel())
    case .simulatedInk: .packed(SimulatedInkModel.makeModel())
    case .lab: .linear(StandardModel.makeModel())
    }
  }

  /// Its labels in the order of the scores, separated by spaces.
  var labels: StaticString {
    switch self {
    case .air: AirFeaturesModel.labels
    case .ink: InkModel.labels
    case .gestures: GestureModel.labels
    case .accelerometer: AccelerometerModel.labels
    case .simulatedAir: SimulatedAirModel.labels
    case .simulatedInk: SimulatedInkModel.labels
    case .lab: StandardModel.labels
    }
  }
}
