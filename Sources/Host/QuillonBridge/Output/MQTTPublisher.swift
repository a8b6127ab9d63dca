import CQuillonMosquitto
import Foundation
import Synchronization

/// Publishes letters and text by MQTT, with Eclipse Mosquitto's client library. Below the topic of its broker:
///
/// - `letter`: the label of each letter or gesture. Rejected ones are left out.
/// - `text`: the line as far as it is written, retained.
/// - `availability`: `online` or `offline`, retained. The broker itself publishes `offline` when the line breaks.
///
/// All messages arrive at least once (quality of service 1). While the broker is away, up to ``capacity`` wait, and it is called again
/// after 1 s, 2 s, 4 s … at most 30 s. Offering a message never waits.
public final class MQTTPublisher: Sendable {
  /// How many messages wait at most.
  public static let capacity = 10_000

  /// Why nothing can be published.
  public enum Obstacle: Error {
    /// The library is not installed.
    case noLibrary
    /// The library has no memory, or does not accept the certificates: its message.
    case refused(String)
  }

  /// A message to publish.
  struct Message: Equatable, Sendable {
    var topic: String
    var payload: String
    var isRetained = false
  }

  private struct State {
    var waiting: [Message] = []
    var line = ""
    /// The line, if it has changed since it was published. Only its last state counts.
    var text: Message?
    /// How many messages the library has that the broker has not confirmed.
    var unconfirmed = 0
    var dropped = 0
    /// When nobody waits for messages any more; nil until the publisher is closed.
    var deadline: ContinuousClock.Instant?
    var hasEnded = false
    /// The code with which the broker answered the last call, 0 if it accepts; nil while there is no answer.
    var answer: Int32?

    var isClosing: Bool { deadline != nil }

    /// True if nothing waits.
    var isEmpty: Bool { waiting.isEmpty && text == nil }
  }

  /// How many unconfirmed messages the library gets at most.
  private static let window = 20

  private let state = Mutex(State())
  private let broker: MQTTBroker
  private let introduction: [Message]
  private let note: @Sendable (String) -> Void

  /// Begins to call the broker.
  ///
  /// - Parameters:
  ///   - broker: Where to publish.
  ///   - home: What Home Assistant has to know; nil to send it nothing.
  ///   - note: Gets a line whenever the broker is there or away.
  /// - Throws: `Obstacle`.
  public init(
    to broker: MQTTBroker, home: HomeAssistantDevice? = nil,
    note: @escaping @Sendable (String) -> Void
  ) throws {
    self.broker = broker
    self.note = note
    let online = Message(
      topic: "\(broker.topic)/availability", payload: "online", isRetained: true)
    introduction = (home?.messages(below: broker.topic) ?? []) + [online]
    guard let library = quillon_load_mosquitto()?.pointee else { throw Obstacle.noLibrary }
    guard let client = library.create(nil, true, Unmanaged.passUnretained(self).toOpaque()) else {
      throw Obstacle.refused("no memory")
    }
    let will = online.topic
    var code = library.set_will(client, will, 7, "offline", 1, true)
    if code == 0, let user = broker.user { code = library.set_user(client, user, broker.password) }
    if code == 0, broker.usesTLS {
      let folder = broker.certificates == nil ? "/etc/ssl/certs" : nil
      code = library.set_tls(client, broker.certificates, folder, nil, nil, nil)
    }
    guard code == 0 else {
      library.destroy(client)
      throw Obstacle.refused(String(cString: library.words(code)))
    }
    library.on_connect(client) { _, object, code in
      MQTTPublisher.of(object)?.state.withLock { $0.answer = code }
    }
    library.on_publish(client) { _, object, _ in
      MQTTPublisher.of(object)?.state.withLock { $0.unconfirmed -= 1 }
    }
    let line = Line(library: library, client: client)
    Thread { self.run(line) }.start()
  }

  /// How many messages were lost because more than ``capacity`` waited, or because the broker was away at the end.
  public var dropped: Int { state.withLock { $0.dropped } }

  /// Publishes a letter.
  public func send(_ letter: Letter) {
    guard !letter.isRejected else { return }
    state.withLock {
      guard $0.waiting.count < Self.capacity else { return $0.dropped += 1 }
      $0.waiting.append(Message(topic: "\(broker.topic)/letter", payload: letter.label))
    }
  }

  /// Publishes the line with `text` at its end, after the last `deleted` characters were deleted. Of a longer line the last 80
  /// characters are kept.
  public func write(_ text: String, deleting deleted: Int = 0) {
    state.withLock {
      $0.line = String(($0.line.dropLast(deleted) + text).suffix(80))
      $0.text = Message(topic: "\(broker.topic)/text", payload: $0.line, isRetained: true)
    }
  }

  /// Begins a new line. The last one stays published until something is written.
  public func endLine() { state.withLock { $0.line = "" } }

  /// Waits until all messages have arrived, and disconnects. Those that have not are counted as dropped.
  public func close(within timeout: Duration) {
    let deadline = ContinuousClock.now + timeout
    state.withLock { $0.deadline = deadline }
    while !state.withLock({ $0.hasEnded }), .now < deadline { usleep(10_000) }
    state.withLock {
      $0.dropped += $0.waiting.count + $0.unconfirmed
      ($0.waiting, $0.text, $0.unconfirmed) = ([], nil, 0)
    }
  }

  private struct Line: @unchecked Sendable {
    let library: quillon_mosquitto
    let client: OpaquePointer
  }

  private static func of(_ object: UnsafeMutableRawPointer?) -> MQTTPublisher? {
    object.map { Unmanaged<MQTTPublisher>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Calls the broker again and again, and publishes what waits, until it is closed.
  private func run(_ line: Line) {
    var (pause, last) = (1.0, "")
    func report(_ words: String) {
      if words != last { note(words) }
      last = words
    }
    while !state.withLock({ $0.isClosing && $0.isEmpty }) {
      state.withLock { $0.answer = nil }
      var code = line.library.connect(line.client, broker.host, Int32(broker.port), 30)
      var isIntroduced = false
      while code == 0 {
        code = line.library.loop(line.client, 20, 1)
        let (answer, deadline) = state.withLock { ($0.answer, $0.deadline) }
        if let answer, answer != 0 {
          report(
            "the broker \(broker.host) refuses: \(String(cString: line.library.refusal(answer))) check --mqtt and --mqtt-password"
          )
          break
        }
        if let deadline, deadline < .now { break }
        guard answer == 0, code == 0 else { continue }
        if !isIntroduced {
          isIntroduced = true
          pause = 1
          report("publishing to \(broker.host), below \(broker.topic)")
          for message in introduction { publish(message, on: line) }
        }
        publishWaiting(on: line)
        if deadline != nil, state.withLock({ $0.isEmpty && $0.unconfirmed == 0 }) { break }
      }
      if state.withLock({ $0.isClosing }) { break }
      if state.withLock({ $0.answer ?? 0 }) == 0 {
        report(
          "the broker \(broker.host) is away: \(Self.words(code, line)); letters wait for it")
      }
      for _ in 0..<Int(pause * 50) where !state.withLock({ $0.isClosing }) { usleep(20_000) }
      pause = min(2 * pause, 30)
    }
    leave(line)
  }

  /// Publishes `offline`, which the broker would publish only if the line breaks, and closes the
  /// line.
  private func leave(_ line: Line) {
    if state.withLock({ $0.answer == 0 }) {
      publish(
        Message(topic: "\(broker.topic)/availability", payload: "offline", isRetained: true),
        on: line)
      let deadline = ContinuousClock.now + .seconds(1)
      while state.withLock({ $0.unconfirmed > 0 }), .now < deadline,
        line.library.loop(line.client, 20, 1) == 0
      {}
    }
    _ = line.library.disconnect(line.client)
    line.library.destroy(line.client)
    state.withLock { $0.hasEnded = true }
  }

  /// Hands over what waits, as far as the window has room.
  private func publishWaiting(on line: Line) {
    let messages = state.withLock { state in
      let count = max(0, min(state.waiting.count, Self.window - state.unconfirmed))
      var messages = Array(state.waiting.prefix(count))
      state.waiting.removeFirst(count)
      if state.waiting.isEmpty, let text = state.text {
        messages.append(text)
        state.text = nil
      }
      return messages
    }
    for message in messages { publish(message, on: line) }
  }

  private func publish(_ message: Message, on line: Line) {
    state.withLock { $0.unconfirmed += 1 }
    let payload = Array(message.payload.utf8)
    let code = line.library.publish(
      line.client, nil, message.topic, Int32(payload.count), payload, 1, message.isRetained)
    // Without a line (4), the library keeps the message and sends it when there is one.
    guard code != 0, code != 4 else { return }
    state.withLock {
      $0.unconfirmed -= 1
      $0.dropped += 1
    }
  }

  /// What an error of the library means. 14 is one of the system's.
  private static func words(_ code: Int32, _ line: Line) -> String {
    if code == 14, let words = strerror(errno) { return String(cString: words) }
    return String(cString: line.library.words(code))
  }
}
