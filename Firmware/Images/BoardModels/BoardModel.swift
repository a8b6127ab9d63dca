import QuillonRecognizer

// The firmware's model: of letters, or with the trait Gestures of gestures by an accelerometer alone. With the trait Perceptron it
// reads letters by a perceptron on zone features, and its strokes may be damped. The trait SequenceNetwork is for boards that have
// the memory for a model with a sequence network: see the Makefile.
#if Perceptron
  public typealias BoardRecognizer = ZoneRecognizer
  public typealias BoardModel = LinearModel
#else
  #if Gestures
    public typealias BoardRecognizer = GestureRecognizer
  #elseif SequenceNetwork
    public typealias BoardRecognizer = SequenceRecognizer
  #else
    public typealias BoardRecognizer = PathRecognizer
  #endif
  public typealias BoardModel = PackedModel
#endif

extension BoardModel {
  /// The model that the firmware carries.
  public static var carried: BoardModel {
    #if Perceptron
      dampedLab
    #elseif Gestures
      accelerometer
    #else
      builtIn
    #endif
  }
}
