import Foundation
import QuillonTraining
@testable import QuillonLivePage

/// What browsers ask of the live page, and what it tells them.
func servePage(_ choices: inout Choices) {
  let session = LiveSession(source: PageSource(words: "fuzz"), model: Page.model, folder: nil)
  var commands: [PageCommand] = []
  while !choices.isExhausted, commands.count < 300 {
    let message = Page.message(&choices)
    if let command = PageCommand(message: Data(message.utf8)) { commands.append(command) }
  }
  Page.wait { [commands] in
    let outbox = Outbox()
    guard let number = await session.attach(outbox) else { return }
    session.feed.append(.open)
    for (index, command) in commands.enumerated() {
      await session.perform(command, of: number)
      if index.isMultiple(of: 8) { await session.tick() }
    }
    await session.tick()
    await session.detach(number)
    while outbox.next() != nil {}
  }
}

enum Page {
  /// What the page recognizes by.
  static let model: LoadedModel = {
    guard let training = personalTraining else { fatalError("the built-in model is none") }
    return LoadedModel(.packed(training.model), name: "built in")
  }()

  /// Waits for what is done on other threads.
  static func wait(for body: @escaping @Sendable () async -> Void) {
    let waiting = DispatchSemaphore(value: 0)
    Task.detached {
      await body()
      waiting.signal()
    }
    waiting.wait()
  }

  /// A message of a browser.
  static func message(_ choices: inout Choices) -> String {
    switch choices.byte() {
    case 0..<120: return points(&choices)
    case 120..<150: return #"{"do":"collect","label":\#(LetterText.quoted(choices.label()))}"#
    case 150..<165: return #"{"do":"pen","down":\#(choices.flag())}"#
    case 165..<180: return #"{"do":"delete","sample":\#(choices.number())}"#
    case 180..<195: return #"{"do":"train","holdOut":\#(choices.number())}"#
    case 195..<210: return #"{"do":"rest","on":\#(choices.flag())}"#
    case 210..<215: return #"{"do":"restore"}"#
    case 215..<220: return #"{"do":"clear"}"#
    case 220..<225: return #"{"do":"save"}"#
    default:
      let text = (0..<choices.index(below: 64)).map { _ in choices.byte() }
      return String(decoding: text, as: UTF8.self)
    }
  }

  /// A way of the pointer: chosen points, or a run across the page.
  private static func points(_ choices: inout Choices) -> String {
    let (kind, count) = (choices.byte(), 1 + choices.index(below: 65))
    let start = choices.one(of: ["0", "1000000", "4294960000", "4503599627370496", "-1"])
    let (x, y) = (
      Double(Int8(bitPattern: choices.byte())), Double(Int8(bitPattern: choices.byte()))
    )
    let size = choices.one(of: [1, 0, 700, 0.01])
    let isDown = kind & 1
    let texts = (0..<(kind & 6 == 6 ? 1 + count % 4 : count)).map { index -> String in
      if kind & 6 == 6 {
        return "[\((0..<4).map { _ in choices.number() }.joined(separator: ","))]"
      }
      let turn = Double(index) * (kind & 8 == 0 ? 1 : 7).truncatingRemainder(dividingBy: 11)
      let time = (Double(start) ?? 0) + Double(index) * (kind & 16 == 0 ? 10_000 : 250_000)
      return "[\(x * turn * size),\(y * turn * size),\(time),\(isDown)]"
    }
    return #"{"do":"touch","points":[\#(texts.joined(separator: ","))]}"#
  }
}
