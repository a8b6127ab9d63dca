import QuillonRecognizer

/// The models of the module.
public enum BuiltIn: Int32 {
  case airBoard = 0
  case ink = 1
  case gestures = 2
  case accelerometer = 3
  case lab = 4

  /// How many models there are.
  public static var count: Int32 { 5 }

  /// The model. The bytes of a packed one stay at their address.
  var model: LetterModel {
    switch self {
    case .airBoard: .packed(AirBoardModel.makeModel())
    case .ink: .packed(InkModel.makeModel())
    case .gestures: .packed(GestureModel.makeModel())
    case .accelerometer: .packed(AccelerometerModel.makeModel())
    case .lab: .linear(StandardModel.makeModel())
    }
  }

  /// Its labels in the order of the scores, separated by spaces.
  var labels: StaticString {
    switch self {
    case .airBoard: AirBoardModel.labels
    case .ink: InkModel.labels
    case .gestures: GestureModel.labels
    case .accelerometer: AccelerometerModel.labels
    case .lab: StandardModel.labels
    }
  }
}
