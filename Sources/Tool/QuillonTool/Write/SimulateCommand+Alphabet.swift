import QuillonReports
import QuillonSimulator

extension SimulateCommand {
  /// The picture of how each letter from A to Z and each digit is written.
  static var alphabetPicture: String {
    StrokeOrderDrawing.picture(
      title: "How each letter and digit is written: one stroke, from the dot along the arrows",
      (LetterShape.alphabet + LetterShape.digits).compactMap { letter in
        LetterShape(letter).map { StrokeOrderDrawing(parts: $0.path, caption: String(letter)) }
      })
  }

  /// Refuses what has no effect on the picture of the letters.
  func refuseBesideAlphabet() throws {
    let others: GivenOptions = [
      "--text": text != nil, "--seed": seed != nil, "--replay": replay != nil,
      "--still": still != nil, "--range": range != nil, "--trace": trace != nil, "--pty": pty,
      "--board": emulation.board != nil,
      "--raw": sensors.raw != nil, "--wrist": sensors.wrist, "--protocol": speech.name != nil,
    ]
    try others.refuse(beside: "--alphabet", alphabet)
  }
}
