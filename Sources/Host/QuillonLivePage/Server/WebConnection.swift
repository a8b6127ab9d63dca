import Foundation
import Synchronization

/// A connection of a browser.
final class WebConnection: Sendable {
  let start = ContinuousClock.now
  private let number: Int32
  private let timeout: Duration
  private let state = Mutex<State>(State())

  private struct State {
    var isSocket = false
    var isShutDown = false
  }

  /// True once the connection is a socket.
  var isSocket: Bool { state.withLock(\.isSocket) }
  /// True once it is to end.
  var isShutDown: Bool { state.withLock(\.isShutDown) }

  init(_ number: Int32, timeout: Duration) { (self.number, self.timeout) = (number, timeout) }

  /// Lets whoever waits for the connection see its end. It may be called on any thread before ``close()``.
  func shutDown() {
    state.withLock { state in
      state.isShutDown = true
      _ = shutdown(number, Int32(SHUT_RDWR))
    }
  }

  /// Gives the file back to the system, after ``serve(_:)``.
  func close() { _ = Foundation.close(number) }

  /// Answers requests until the connection ends.
  func serve(_ handler: any WebHandler) {
    var buffer: [UInt8] = []
    let deadline = start + timeout
    while let head = head(&buffer, deadline) {
      guard head.count <= WebServer.longestHead else {
        return refuse(431)
      }
      guard let request = WebRequest(head: head) else { return refuse(400) }
      switch handler.answer(request) {
      case .response(let response):
        // A body is not read: the connection ends.
        let isLast = request.hasBody || request.header("connection")?.lowercased() == "close"
        guard send(response.bytes(isLast: isLast)) else { return }
        if isLast { return finish() }
      case .socket(let open):
        guard let answer = request.socketAnswer else { return refuse(400) }
        return serveSocket(answer, &buffer, open)
      }
    }
  }

  private func refuse(_ code: Int) {
    _ = send(WebResponse(code).bytes(isLast: true))
    finish()
  }

  /// Ends the sending side, so that the last bytes arrive, and waits a moment for the browser's end.
  private func finish() {
    _ = shutdown(number, Int32(SHUT_WR))
    let deadline = ContinuousClock.now + .milliseconds(500)
    while let bytes = receive(65_536, deadline), !bytes.isEmpty {}
  }

  /// The bytes up to and with an empty line; more than allowed if there is none within the limit. Nil at the end.
  private func head(_ buffer: inout [UInt8], _ deadline: ContinuousClock.Instant) -> [UInt8]? {
    var searched = 0
    while true {
      // Only what is new is searched.
      var index = max(searched, 3)
      while index < buffer.count {
        if buffer[index] == 0x0A, buffer[index - 1] == 0x0D, buffer[index - 2] == 0x0A,
          buffer[index - 3] == 0x0D
        {
          defer { buffer.removeFirst(index + 1) }
          return Array(buffer[...index])
        }
        index += 1
      }
      searched = buffer.count
      if buffer.count > WebServer.longestHead { return buffer }
      guard let bytes = receive(4_096, deadline), !bytes.isEmpty else { return nil }
      buffer += bytes
    }
  }

  /// The next bytes; empty at the end, nil if none came in time or the connection is broken.
  private func receive(_ count: Int, _ deadline: ContinuousClock.Instant?) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let received = recv(number, &bytes, count, 0)
      if received >= 0 { return Array(bytes[..<received]) }
      guard errno == EAGAIN || errno == EINTR, wait(for: POLLIN, deadline) else { return nil }
    }
  }

  /// Sends all bytes; false if the browser accepts none for too long or is gone.
  private func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.send(number, $0.baseAddress?.advanced(by: sent), $0.count - sent, Self.noSignal)
      }
      if count > 0 {
        sent += count
      } else {
        guard count < 0, errno == EAGAIN || errno == EINTR, wait(for: POLLOUT, .now + timeout)
        else { return false }
      }
    }
    return true
  }

  #if canImport(Glibc)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let noSignal: Int32 = 0
  #endif

  private func wait(for event: Int32, _ deadline: ContinuousClock.Instant?) -> Bool {
    while true {
      let rest = deadline.map { ($0 - .now) / .milliseconds(1) } ?? 1_000
      guard rest > 0, !isShutDown else { return false }
      var entry = pollfd(fd: number, events: Int16(event), revents: 0)
      if poll(&entry, 1, Int32(min(rest.rounded(.up), 1_000))) > 0 { return true }
    }
  }

  // MARK: Sockets

  private func serveSocket(
    _ answer: String, _ buffer: inout [UInt8], _ open: (Outbox) -> (any WebSocketReader)?
  ) {
    let outbox = Outbox()
    guard let reader = open(outbox) else { return refuse(503) }
    state.withLock { $0.isSocket = true }
    let done = DispatchSemaphore(value: 0)
    let response = WebResponse(
      101,
      headers: [
        ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", answer),
      ])
    if send(response.bytes(isLast: false)) {
      let writer = Thread { [self] in
        while let frame = outbox.next() {
          guard send(frame.bytes) else { break }
        }
        outbox.close()
        // The reader sees the end when the browser has seen it, or at once if the browser is gone.
        if !isShutDown { _ = shutdown(number, Int32(SHUT_WR)) }
        done.signal()
      }
      writer.stackSize = 1 << 19
      writer.start()
      while let frame = frame(&buffer, reader.maximumLength, outbox), frame.opcode != .close,
        reader.take(frame)
      {}
      outbox.close()
      reader.end()
      done.wait()
      finish()
    } else {
      outbox.close()
      reader.end()
    }
  }

  /// The next frame; nil at the end, and for one that breaks the rules or is too long.
  private func frame(_ buffer: inout [UInt8], _ longest: Int, _ outbox: Outbox) -> WebSocketFrame? {
    guard let head = take(2, &buffer, outbox), head[0] & 0x70 == 0, head[1] & 0x80 != 0,
      let opcode = WebSocketFrame.Opcode(rawValue: head[0] & 0x0F)
    else { return nil }
    var length = Int(head[1] & 0x7F)
    if length > 125 {
      guard let more = take(length == 126 ? 2 : 8, &buffer, outbox),
        more[0] & 0x80 == 0 || more.count == 2
      else { return nil }
      length = more.reduce(0) { $0 << 8 | Int($1) }
    }
    guard length <= longest, let mask = take(4, &buffer, outbox),
      let payload = take(length, &buffer, outbox)
    else {
      return nil
    }
    return WebSocketFrame(
      isFinal: head[0] & 0x80 != 0, opcode: opcode,
      payload: Data(payload.enumerated().map { $1 ^ mask[$0 & 3] }))
  }

  private func take(_ count: Int, _ buffer: inout [UInt8], _ outbox: Outbox) -> [UInt8]? {
    while buffer.count < count {
      // A socket may be silent. After its end was sent, the browser has a second.
      let deadline: ContinuousClock.Instant = .now + .seconds(1)
      guard let bytes = receive(4_096, deadline) else {
        if !isShutDown, !outbox.isClosed, errno == EAGAIN || errno == EINTR { continue }
        return nil
      }
      if bytes.isEmpty { return nil }
      buffer += bytes
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }
}
