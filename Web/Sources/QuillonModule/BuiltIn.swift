import QuillonRecognizer

/// The models of the module.
public enum BuiltIn: Int32 {
  case airBoard = 0
  case ink = 1
  case gestures = 2
  case accelerometer = 3

  /// How many models there are.
  public static var count: Int32 { 4 }

  /// The model. The bytes of a packed one stay at their address.
  var model: LetterModel {
    switch self {
    case .airBoard: .packed(.airBoard)
    case .ink: .packed(.ink)
    case .gestures: .packed(.gestures)
    case .accelerometer: .packed(.accelerometer)
    }
  }
}
