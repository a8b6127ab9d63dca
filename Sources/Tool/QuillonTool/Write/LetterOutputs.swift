import QuillonBridge
import QuillonText

/// The outputs of letters besides standard output. None of them makes the bridge wait.
struct LetterOutputs {
  /// How long to wait at the end for output that is on its way.
  private static let timeout = Duration.seconds(2)

  var teleplot: TeleplotSender?
  var osc: OSCSender?
  var mqtt: MQTTPublisher?
  var command: LetterCommand?
  var keyboard: VirtualKeyboard?

  /// Passes an event on. If a text is written, its changes are typed and not the letters.
  func show(_ event: BridgeEvent, isOfText: Bool = false) {
    teleplot?.send(event)
    osc?.send(event)
    guard case .letter(let letter) = event else { return }
    command?.run(for: letter)
    mqtt?.send(letter)
    guard !isOfText else { return }
    keyboard?.type(letter)
    if !letter.isRejected, letter.label.count == 1 { mqtt?.write(letter.label) }
  }

  /// Passes a change of the text on; at the end of the command, nothing more is typed.
  func show(_ edit: TextEditor.Edit, isTyped: Bool) {
    if isTyped { keyboard?.type(edit.keys) }
    switch edit {
    case .insert(let text): mqtt?.write(text)
    case .delete(let count): mqtt?.write("", deleting: count)
    case .word(let word): command?.run(forWord: word)
    case .line(let line):
      command?.run(forLine: line)
      mqtt?.endLine()
    }
  }

  /// Waits a short time for output that is on its way, and prints what was lost.
  func close() {
    command?.close(within: Self.timeout)
    mqtt?.close(within: Self.timeout)
    note(teleplot?.dropped, "datagrams for Teleplot were dropped: the system took no more")
    note(osc?.dropped, "datagrams of --osc were dropped: the system took no more")
    note(mqtt?.dropped, "messages of --mqtt were lost: the broker was away")
    note(
      command?.dropped,
      "letters, words or lines were dropped: the program of --exec did not keep up")
    note(command?.failures, "runs of the program of --exec failed")
    note(keyboard?.dropped, "letters could not be typed: --type knows A to Z, a to z and 0 to 9")
  }

  private func note(_ count: Int?, _ words: String) {
    if let count, count > 0 { Console.note("\(count) \(words)") }
  }
}
