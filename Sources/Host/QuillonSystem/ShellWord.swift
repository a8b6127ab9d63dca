extension String {
  /// The text as one word of a shell, for advice to paste: the name of a board or of a file may hold anything.
  public var shellQuoted: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        byte < 0x80
          && (Character(UnicodeScalar(byte)).isLetter || "0123456789/._,:=+-".utf8.contains(byte))
      }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
