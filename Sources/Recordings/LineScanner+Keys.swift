/// What the formats of JSON lines share.
extension LineScanner {
  /// Reads a label: a string that is not empty.
  mutating func label() throws(RecordingError) -> String {
    let label = try string()
    guard !label.isEmpty else { throw error(found: "an empty label", expected: "a label") }
    return label
  }

  /// Reads a number with blanks around it.
  mutating func element() throws(RecordingError) -> Double {
    skipBlanks()
    let value = try number()
    skipBlanks()
    return value
  }

  /// Keeps the value of a key that may stand in an object once.
  func set<Value>(
    _ variable: inout Value?, key: String, to value: Value
  ) throws(RecordingError) {
    guard variable == nil else {
      throw error(found: "key \"\(key)\" twice", expected: "each key once")
    }
    variable = value
  }

  /// The value of a key that must stand in an object.
  func required<Value>(_ value: Value?, key: String) throws(RecordingError) -> Value {
    guard let value else { throw error(found: "no key \"\(key)\"", expected: "one") }
    return value
  }
}
