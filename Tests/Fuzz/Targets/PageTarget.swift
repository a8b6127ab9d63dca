import Foundation
import QuillonTraining
@testable import QuillonLivePage

/// What browsers ask of the live page, and its answers.
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

/// What a browser, or who claims to be one, sends to the page's server: requests with and without the token, and frames of a socket, whole,
/// torn and too long. The server answers or ends the connection, and the thread comes back.
func serveRequests(_ choices: inout Choices) {
  let session = LiveSession(source: PageSource(words: "fuzz"), model: Page.model, folder: nil)
  let handler = PageHandler(session: session)
  if choices.byte() < 240 {
    handler.open(RequestGuard(address: "127.0.0.1", port: 80, token: "secret"))
  }
  var sent: [UInt8] = []
  while !choices.isExhausted, sent.count < 40_000 {
    sent += choices.byte() < 96 ? Page.request(&choices) : Page.frame(&choices)
  }
  var ends: [Int32] = [0, 0]
  guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return }
  let (browser, server) = (ends[0], ends[1])
  let done = DispatchSemaphore(value: 0)
  Thread { [sent] in
    var rest = sent[...]
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var entry = pollfd(
        fd: browser, events: Int16(POLLIN | (rest.isEmpty ? 0 : POLLOUT)), revents: 0)
      guard poll(&entry, 1, 5_000) > 0 else { break }
      if entry.revents & Int16(POLLIN) != 0, recv(browser, &buffer, buffer.count, 0) <= 0 { break }
      if entry.revents & Int16(POLLOUT) != 0 {
        let count = rest.withUnsafeBytes {
          Foundation.send(
            browser, $0.baseAddress, min($0.count, 4_096), Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
        if rest.isEmpty { _ = shutdown(browser, Int32(SHUT_WR)) }
      } else if entry.revents & Int16(POLLHUP | POLLERR) != 0, entry.revents & Int16(POLLIN) == 0 {
        break
      }
    }
    close(browser)
    done.signal()
  }.start()
  if sent.isEmpty { _ = shutdown(browser, Int32(SHUT_WR)) }
  _ = fcntl(server, F_SETFL, O_NONBLOCK)
  let connection = WebConnection(server, timeout: .seconds(2))
  connection.serve(handler)
  connection.close()
  done.wait()
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

  /// A request of a browser, and its headers.
  static func request(_ choices: inout Choices) -> [UInt8] {
    let method = choices.one(of: ["GET", "GET", "GET", "POST", "HEAD", "", "get"])
    let path = choices.one(of: [
      "/socket?token=secret", "/socket?token=secret", "/", "/page.js", "/socket",
      "/saved.zip?token=secret", "/../etc/passwd",
      "/socket?token=secret&token=x", "*", "/%00",
    ])
    let version = choices.one(of: ["HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2", ""])
    var lines = ["\(method) \(path) \(version)"]
    let headers = choices.byte()
    if headers & 1 == 0 { lines.append("Host: 127.0.0.1:80") }
    if headers & 2 == 0 { lines.append("Origin: http://127.0.0.1:80") }
    if headers & 4 == 0 {
      lines += [
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ]
    }
    if headers & 8 != 0 { lines.append("Content-Length: \(choices.number())") }
    if headers & 16 != 0 { lines.append("\(choices.label()): \(choices.number())") }
    if headers & 32 != 0 {
      lines.append(String(repeating: "x", count: choices.index(below: 256) * 64))
    }
    if headers & 0xC0 == 0xC0 { lines.append("Connection: close") }
    let bytes = Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
    return headers & 0xC0 == 0x40 ? Array(bytes.dropLast(choices.index(below: 8))) : bytes
  }

  /// A frame of a socket.
  static func frame(_ choices: inout Choices) -> [UInt8] {
    let (kind, shape) = (choices.byte(), choices.byte())
    let payload = Array(message(&choices).utf8)
    let mask: [UInt8] = [shape, 1, 2, 3]
    // Most are whole texts that are masked; others break each rule.
    let opcode: UInt8 = kind & 0xF0 == 0 ? choices.byte() : kind & 0xF0 == 0x10 ? 0x89 : 0x81
    let count = payload.count
    var length: [UInt8] = [UInt8(truncatingIfNeeded: count) | (shape == 1 ? 0 : 0x80)]
    if count > 125 {
      length = [0xFE, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
    }
    if shape & 0x0F == 0 { length = [0xFF] + (0..<8).map { _ in choices.byte() } }
    return [opcode] + length + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
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
