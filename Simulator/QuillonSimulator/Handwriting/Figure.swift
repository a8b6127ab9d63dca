/// One thing that a hand writes or does: a letter, a gesture, or a pause between them.
public enum Figure: Equatable, Sendable {
  /// A capital letter from A to Z, or a digit.
  case letter(Character)
  /// A gesture.
  case gesture(Gesture)
  /// The hand rests for a second, with the pen up. It has no label.
  case pause

  /// Its label in a trace.
  public var name: String {
    switch self {
    case .letter(let letter): String(letter)
    case .gesture(let gesture): gesture.rawValue
    case .pause: ""
    }
  }

  /// Its notation in a text: a letter as it is, a gesture's name in angle brackets, a pause as a space.
  public var text: String {
    switch self {
    case .letter: name
    case .pause: " "
    case .gesture: "<\(name)>"
    }
  }

  /// The figures of a text: capital letters from A to Z, digits and, in angle brackets, names of gestures,
  /// for example `AB<shake>C`. A dash is allowed, too. A space is a pause.
  ///
  /// - Throws: `HandwritingError` for anything else.
  public static func figures(of text: String) throws(HandwritingError) -> [Figure] {
    var figures: [Figure] = []
    var rest = text[...]
    while let first = rest.popFirst() {
      guard first != " " else {
        figures.append(.pause)
        continue
      }
      guard first == "<" else {
        guard LetterShape(first) != nil else { throw .unknownLetter(first) }
        figures.append(.letter(first))
        continue
      }
      let name = rest.prefix { $0 != ">" }
      rest = rest.dropFirst(name.count)
      guard let gesture = Gesture(rawValue: String(name)), rest.popFirst() == ">" else {
        throw .unknownGesture(String(name))
      }
      figures.append(.gesture(gesture))
    }
    return figures
  }
}
