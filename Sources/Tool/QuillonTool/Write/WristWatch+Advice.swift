import QuillonBridge

extension WristWatch {
  /// What to do when the hand does not write in the plane of the board's face, for people.
  static let advice = """
    the hand does not write in the plane of the board's face, as with a board on a wrist: run \
    `quillon enroll --out wrist.json` once, then add --plane wrist.json
    """
}
