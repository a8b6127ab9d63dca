import Foundation
import QuillonBridge
import QuillonSimulator
import Synchronization
import TestSupport
import Testing

/// Letters published to a real broker, Eclipse Mosquitto.
@Suite(
  .waiting,
  .enabled(if: Broker.isInstalled, "no mosquitto and mosquitto_sub on this machine"))
struct MQTTTests {
  private static func letter(_ label: String) -> BridgeEvent {
    .letter(Letter(time: 1, label: label, score: 1, margin: 1, isRejected: false, source: .host))
  }

  private static func publisher(
    _ url: String, _ change: (inout MQTTBroker) -> Void = { _ in }
  ) throws -> (MQTTPublisher, Notes) {
    var broker = try #require(MQTTBroker(url))
    change(&broker)
    let notes = Notes()
    return (try MQTTPublisher(to: broker) { notes.add($0) }, notes)
  }

  /// What the tool publishes: letters, the text, that it is there and then no longer, and what Home Assistant needs.
  @Test func aBridgePublishesLettersAndTextAndIsFound() throws {
    let workspace = try Workspace()
    let broker = try Broker(in: workspace)
    defer { broker.stop() }
    try broker.remember("home", topics: "quillon/#")
    let board = try VirtualBoard(
      BoardScript(samples: strokeSamples(3), pacing: .unpaced))
    let player = Worker { board.run() }
    let result = try Tool.run(
      "bridge", "--port", board.path, "--model", workspace.modelOfA(), "--mqtt",
      "mqtt://127.0.0.1:\(broker.port)/quillon/desk", "--home-assistant", "Desk")
    _ = try player.result()
    #expect(result.output.contains("recognized  AAA"), "\(result.errorOutput)")
    #expect(!result.errorOutput.contains("were lost"), "\(result.errorOutput)")
    // What is retained may come once more after the rest.
    let heard = try broker.messages("home", topics: "quillon/#") {
      $0.contains("quillon/desk/availability offline")
    }
    #expect(heard.filter { $0 == "quillon/desk/letter A" }.count == 3)
    #expect(heard.first == "quillon/desk/availability online")
    #expect(heard.last { $0.hasPrefix("quillon/desk/text") } == "quillon/desk/text AAA")
    // What is retained is there for whoever comes later.
    let topics = [
      "quillon/desk/availability offline", "quillon/desk/text AAA",
      "homeassistant/sensor/quillon_quillon_desk/text/config",
      "homeassistant/device_automation/quillon_quillon_desk/label0/config",
    ]
    let kept = try broker.messages(nil, topics: "homeassistant/#", "quillon/#") { lines in
      topics.allSatisfy { topic in lines.contains { $0.hasPrefix(topic) } }
    }
    #expect(topics.allSatisfy { topic in kept.contains { $0.hasPrefix(topic) } }, "\(kept)")
    let trigger = try #require(
      kept.first {
        $0.hasPrefix("homeassistant/device_automation/quillon_quillon_desk/label0/config ")
      })
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(trigger.split(separator: " ", maxSplits: 1)[1].utf8))
        as? [String: Any])
    #expect(json["automation_type"] as? String == "trigger" && json["payload"] as? String == "A")
    #expect(json["topic"] as? String == "quillon/desk/letter")
    #expect((json["device"] as? [String: Any])?["name"] as? String == "Desk")
  }

  /// While the broker is away, letters wait; when it is back, they arrive in their order. What is beyond the capacity is counted.
  @Test func lettersWaitForABrokerThatIsAway() throws {
    let workspace = try Workspace()
    let broker = try Broker(in: workspace)
    defer { broker.stop() }
    try broker.remember("reader", topics: "room/letter")
    let (publisher, notes) = try Self.publisher("mqtt://127.0.0.1:\(broker.port)/room")
    try notes.wait(for: "publishing to 127.0.0.1")
    broker.stop()
    try notes.wait(for: "is away")
    let labels = (0..<1_000).map { "l\($0)" }
    for label in labels {
      if case .letter(let letter) = Self.letter(label) { publisher.send(letter) }
    }
    try broker.start()
    let heard = try broker.messages("reader", topics: "room/letter") { $0.count == labels.count }
    #expect(heard == labels.map { "room/letter \($0)" })
    publisher.close(within: .seconds(5))
    #expect(publisher.dropped == 0)
  }

  /// Whoever closes at once still waits for the broker's answer.
  @Test func whatIsSentRightBeforeTheEndArrives() throws {
    let workspace = try Workspace()
    let broker = try Broker(in: workspace)
    defer { broker.stop() }
    try broker.remember("reader", topics: "room/letter")
    for _ in 0..<10 {
      let (publisher, _) = try Self.publisher("mqtt://127.0.0.1:\(broker.port)/room")
      if case .letter(let letter) = Self.letter("A") { publisher.send(letter) }
      publisher.close(within: .seconds(20))
      #expect(publisher.dropped == 0)
    }
    let heard = try broker.messages("reader", topics: "room/letter") { $0.count == 10 }
    #expect(heard.count == 10)
  }

  @Test func moreThanTheCapacityIsCounted() throws {
    let (publisher, _) = try Self.publisher("mqtt://127.0.0.1:1/room")
    for _ in 0..<MQTTPublisher.capacity + 7 {
      if case .letter(let letter) = Self.letter("A") { publisher.send(letter) }
    }
    #expect(publisher.dropped == 7)
    publisher.close(within: .seconds(2))
    #expect(publisher.dropped == MQTTPublisher.capacity + 7)
  }

  @Test func aWrongPasswordIsTold() throws {
    let workspace = try Workspace()
    let broker = try Broker(in: workspace, password: "open sesame")
    defer { broker.stop() }
    let (wrong, notes) = try Self.publisher("mqtt://anna@127.0.0.1:\(broker.port)/room") {
      $0.password = "sesame"
    }
    try notes.wait(for: "refuses")
    #expect(notes.all.contains { $0.contains("--mqtt-password") })
    wrong.close(within: .seconds(2))
    let file = workspace.path("password")
    try "open sesame\n".write(toFile: file, atomically: true, encoding: .utf8)
    let (right, others) = try Self.publisher("mqtt://anna@127.0.0.1:\(broker.port)/room") {
      $0.password = "open sesame"
    }
    try others.wait(for: "publishing to")
    right.close(within: .seconds(2))
  }

  @Test func theLineIsEncryptedAndTheBrokerIsChecked() throws {
    let workspace = try Workspace()
    let broker = try Broker(in: workspace, isEncrypted: true)
    defer { broker.stop() }
    let (publisher, notes) = try Self.publisher("mqtts://localhost:\(broker.port)/room") {
      $0.certificates = workspace.path("certificate.pem")
    }
    try notes.wait(for: "publishing to")
    publisher.close(within: .seconds(2))
    // The system's authorities do not know this broker.
    let (stranger, others) = try Self.publisher("mqtts://localhost:\(broker.port)/room")
    try others.wait(for: "is away")
    stranger.close(within: .seconds(2))
    #expect(!others.all.contains { $0.contains("publishing") })
  }

  @Test(arguments: [
    ("mqtt://desk/a", "desk", 1883, "a"), ("mqtts://b.example:1/x/y/", "b.example", 1, "x/y"),
    ("mqtts://anna@[::1]/t", "::1", 8883, "t"),
  ])
  func addressesAreRead(_ url: String, _ host: String, _ port: UInt16, _ topic: String) throws {
    let broker = try #require(MQTTBroker(url))
    #expect(broker.host == host && broker.port == port && broker.topic == topic)
    #expect(broker.usesTLS == url.hasPrefix("mqtts"))
    #expect(broker.user == (url.contains("anna") ? "anna" : nil))
  }

  @Test(arguments: [
    (["--mqtt", "desk"], "give mqtt://HOST/TOPIC"),
    (["--mqtt", "mqtt://desk/"], "give mqtt://HOST/TOPIC"),
    (["--mqtt", "mqtt://desk/a/#"], "give mqtt://HOST/TOPIC"),
    (["--mqtt", "mqtt://desk:0/a"], "give mqtt://HOST/TOPIC"),
    (["--home-assistant", "Desk"], "add --mqtt"), (["--mqtt-password", "f"], "add --mqtt"),
  ])
  func misuseIsTold(options: [String], step: String) throws {
    let result = try Tool.run(["bridge", "--port", "/dev/null"] + options)
    #expect(result.code == 2 && result.errorOutput.contains(step), "\(result.errorOutput)")
  }
}

/// What a publisher prints, for a test that waits for it.
private final class Notes: Sendable {
  private let notes = Mutex<[String]>([])

  var all: [String] { notes.withLock { $0 } }

  func add(_ note: String) { notes.withLock { $0.append(note) } }

  func wait(for words: String) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !all.contains(where: { $0.contains(words) }) {
      try #require(.now < deadline, "\(all)")
      usleep(10_000)
    }
  }
}

/// A broker of its own, which keeps its messages when it is stopped and started again.
private final class Broker {
  static var isInstalled: Bool { program("mosquitto") != nil && program("mosquitto_sub") != nil }

  let port: UInt16
  private let configuration: String
  private var process: Process?

  init(in workspace: Workspace, password: String? = nil, isEncrypted: Bool = false) throws {
    port = try Self.freePort()
    configuration = workspace.path("mosquitto.conf")
    var lines = [
      "listener \(port) 127.0.0.1", "persistence true",
      "persistence_location \(workspace.path(""))/",
      "log_dest none", "max_queued_messages 0", "user root",
    ]
    if let password {
      let file = workspace.path("passwords")
      FileManager.default.createFile(atPath: file, contents: nil)
      try Self.run("mosquitto_passwd", "-b", file, "anna", password)
      lines.append("password_file \(file)")
    } else {
      lines.append("allow_anonymous true")
    }
    if isEncrypted {
      let (certificate, key) = (workspace.path("certificate.pem"), workspace.path("key.pem"))
      try Self.run(
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
        "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate)
      lines += ["certfile \(certificate)", "keyfile \(key)"]
    }
    try lines.joined(separator: "\n").write(
      toFile: configuration, atomically: true, encoding: .utf8)
    try start()
  }

  func start() throws {
    let process = Process()
    process.executableURL = Self.program("mosquitto")
    process.arguments = ["-c", configuration]
    try process.run()
    self.process = process
    let deadline = ContinuousClock.now + .seconds(60)
    while !Self.connects(to: port) {
      try #require(.now < deadline && process.isRunning, "mosquitto does not start")
      usleep(10_000)
    }
  }

  func stop() {
    process?.terminate()
    process?.waitUntilExit()
    process = nil
  }

  /// Keeps the messages for `name` from now on.
  func remember(_ name: String, topics: String...) throws {
    try Self.run(
      "mosquitto_sub",
      ["-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-c", "-i", name, "-E"]
        + topics.flatMap { ["-t", $0] })
  }

  /// The messages of a name, or of whoever comes now, as topic and payload, until `isEnough`.
  func messages(
    _ name: String?, topics: String..., until isEnough: ([String]) -> Bool
  ) throws -> [String] {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = Self.program("mosquitto_sub")
    process.arguments =
      ["-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-v", "-W", "60"]
      + (name.map { ["-c", "-i", $0] } ?? []) + topics.flatMap { ["-t", $0] }
    process.standardOutput = pipe
    try process.run()
    // Its handler of SIGTERM can wait for a lock that it holds itself while it prints. No test reads a name's messages twice, so one that
    // was not acknowledged does no harm.
    defer {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
    }
    var bytes = Data()
    while true {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      if bytes.last == UInt8(ascii: "\n"), isEnough(lines) { return lines }
      let more = pipe.fileHandleForReading.availableData
      guard !more.isEmpty else { return lines }
      bytes += more
    }
  }

  private static func run(_ name: String, _ arguments: String...) throws {
    try run(name, arguments)
  }

  private static func run(_ name: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = try #require(program(name), "no \(name) on this machine")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(name) fails")
  }

  private static func program(_ name: String) -> URL? {
    ["/usr/bin/", "/usr/sbin/", "/usr/local/bin/", "/usr/local/sbin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(fileURLWithPath: $0) }
  }

  private static func freePort() throws -> UInt16 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { Foundation.close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0
      }
    }
    try #require(isBound)
    return UInt16(bigEndian: address.sin_port)
  }

  private static func connects(to port: UInt16) -> Bool {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { Foundation.close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
