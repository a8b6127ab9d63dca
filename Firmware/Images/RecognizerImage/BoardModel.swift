import QuillonRecognizer

// What the firmware reads with: letters, or with the trait Gestures gestures by an accelerometer alone.
#if Gestures
  typealias BoardRecognizer = GestureRecognizer
  typealias BoardModel = AccelerometerModel
#else
  typealias BoardRecognizer = PathRecognizer
  typealias BoardModel = BuiltInModel
#endif
