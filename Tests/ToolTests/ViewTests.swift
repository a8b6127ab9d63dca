import Foundation
import QuillonSerial
import TestSupport
import Testing

@Suite(.waiting) struct ViewTests {
  @Test func itTellsThePageAndEndsWhenAsked() throws {
    let tool = try Tool("view", "--port", "/dev/no-such-board")
    let page = try tool.line(with: "http://127.0.0.1:")
    let parts = page.split(separator: "#")
    #expect(parts.count == 2)
    #expect(parts.last?.count == 32)
    tool.interrupt()
    let result = try tool.result()
    #expect(result.code == 0)
    #expect(result.output == page + "\n")
    #expect(!result.errorOutput.contains("warning"))
  }

  /// A board that nobody understands, and then none: the page stays, with all that is on it.
  @Test func aBoardOfUnknownFormatEndsNoPage() throws {
    let terminal = try PseudoTerminal()
    let babbler = Worker {
      while terminal.write(Array("what a strange board\r\n".utf8), timeout: .seconds(1)) != .ended {
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
    let tool = try Tool("view", "--port", terminal.path)
    let page = try tool.line(with: "http://127.0.0.1:")
    try tool.errorOutput(with: "no known format")
    terminal.close()
    try babbler.result()
    #expect(try Self.answer(of: page).hasPrefix("HTTP/1.1 200"))
    tool.interrupt()
    #expect(try tool.result().code == 0)
  }

  /// The beginning of what the page's server answers; nothing if it does not.
  private static func answer(of page: String) throws -> String {
    let port = page.dropFirst("http://127.0.0.1:".count).prefix { $0 != "/" }
    let descriptor = try connection(to: String(port))
    defer { close(descriptor) }
    let request = Array("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8)
    _ = send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
    var bytes = [UInt8](repeating: 0, count: 1_024)
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 5_000) > 0 else { return "" }
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  private static func connection(to port: String) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = try #require(UInt16(port)).bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return descriptor
  }

  /// With so few files that connections use them all: it serves again at the same address when they are gone.
  @Test func wantOfFilesEndsNoPage() throws {
    let tool = try Tool(["view", "--port", "/dev/no-such-board"], files: 40)
    let page = try tool.line(with: "http://127.0.0.1:")
    let port = String(page.dropFirst("http://127.0.0.1:".count).prefix { $0 != "/" })
    for _ in 0..<3 {
      let idle = try (0..<60).map { _ in try Self.connection(to: port) }
      Thread.sleep(forTimeInterval: 0.5)
      for descriptor in idle { close(descriptor) }
    }
    let deadline = ContinuousClock.now + .seconds(30)
    var answer = ""
    while answer.isEmpty, .now < deadline { answer = try Self.answer(of: page) }
    #expect(answer.hasPrefix("HTTP/1.1 200"))
    tool.interrupt()
    #expect(try tool.result().code == 0)
  }

  /// Arguments are read by everybody; the file that leads to the page, by its owner.
  @Test func openingThePageKeepsItsKeyOutOfTheArguments() throws {
    let workspace = try Workspace()
    let seen = workspace.path("seen")
    let opener = workspace.path("xdg-open")
    try Data(
      """
      #!/bin/sh
      { echo "$@"; stat -c %a "$1"; cat "$1"; } >\(seen).part; mv \(seen).part \(seen)
      """.utf8
    ).write(to: URL(fileURLWithPath: opener))
    chmod(opener, 0o700)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let tool = try Tool(
      ["view", "--port", "/dev/no-such-board", "--open"],
      environment: [
        "PATH": "\(URL(fileURLWithPath: opener).deletingLastPathComponent().path):\(path)",
        "XDG_RUNTIME_DIR": workspace.path(""),
      ])
    let page = try tool.line(with: "http://127.0.0.1:")
    let deadline = ContinuousClock.now + .seconds(30)
    while !FileManager.default.fileExists(atPath: seen), .now < deadline {
      Thread.sleep(forTimeInterval: 0.01)
    }
    let lines = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n")
    let key = try #require(page.split(separator: "#").last)
    #expect(!lines[0].contains(key), "\(lines[0])")
    #expect(lines[1] == "600")
    #expect(lines[2...].contains { $0.contains("url=\(page)") }, "\(lines)")
    tool.interrupt()
    #expect(try tool.result().code == 0)
    #expect(!FileManager.default.fileExists(atPath: String(lines[0])))
  }

  /// Two pages would each write over the letters of the other one.
  @Test func onePageSavesInAFolder() throws {
    let workspace = try Workspace()
    let arguments = [
      "view", "--port", "/dev/no-such-board", "--folder", workspace.path("letters"),
    ]
    for _ in 0..<2 {
      let first = try Tool(arguments)
      _ = try first.line(with: "http://127.0.0.1:")
      let second = try Tool.run(arguments)
      #expect(
        second.code == 2 && second.errorOutput.contains("is being written by another program"),
        "\(second.errorOutput)")
      first.interrupt()
      #expect(try first.result().code == 0)
    }
  }

  @Test func otherMachinesAreWarnedOf() throws {
    let tool = try Tool("view", "--listen", "0.0.0.0", "--port", "/dev/no-such-board")
    _ = try tool.line(with: "http://127.0.0.1:")
    try tool.errorOutput(with: "warning: every computer that reaches 0.0.0.0")
    tool.interrupt()
    #expect(try tool.result().code == 0)
  }

  @Test func aPortThatIsTakenIsTheWorldsFault() throws {
    let first = try Tool("view", "--port", "/dev/no-such-board")
    let page = try first.line(with: "http://127.0.0.1:")
    let port = page.dropFirst("http://127.0.0.1:".count).prefix { $0 != "/" }
    let second = try Tool.run("view", "--port", "/dev/no-such-board", "--http", String(port))
    #expect(second.code == 3)
    #expect(second.errorOutput.contains("choose another --listen or --http"))
    first.interrupt()
    #expect(try first.result().code == 0)
  }

  @Test(arguments: [
    ["--listen", "example.com"], ["--listen", ""], ["--http", "65536"],
    ["trace.csv", "--port", "/dev/ttyACM0"], ["no-such-trace.csv"], ["--text", ";"],
    ["--model", "no-such-model.json"], ["--calibration", "no-such-file.json"],
  ])
  func misuseIsRefused(arguments: [String]) throws {
    #expect(try Tool.run(["view"] + arguments).code == 2)
  }
}
