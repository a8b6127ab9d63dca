extension String {
  /// True if people may teach this label: a single visible character, or a name made of letters, digits and `_`.
  ///
  /// Characters that a format of recordings or of models cannot hold are excluded: comma, semicolon, quotation marks,
  /// backslash and `#`.
  public var isTrainingLabel: Bool {
    let isName = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !isName, count == 1, let character = first else { return isName }
    let isVisible = character.isPunctuation || character.isSymbol
    return isVisible && !",;\"'`\\#".contains(character)
  }

  /// True for the labels of strokes below the minimum size: a dot, and rest.
  public var isLabelOfSmallStroke: Bool { [".", "_rest", "rest"].contains(self) }
}
