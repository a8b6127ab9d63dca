import Foundation
import QuillonLivePage
import TestSupport
import Testing

@Suite(.waiting) struct ServerTests {
  @Test func thePageIsServedToItsOwnAddress() async throws {
    try await RunningPage.serve { page in
      for path in [
        "/", "/page.js", "/charts.js", "/test.js", "/continuous.js", "/settings.js", "/tabs.js",
        "/signals.js", "/recording.js", "/page.css",
        "/alphabet.svg",
      ] {
        let answer = try page.request(path, headers: ["Host: \(page.host)"])
        #expect(answer.status == 200, "\(path)")
        #expect(answer.text.contains("default-src 'none'"), "\(path)")
        #expect(answer.text.count > 500, "\(path)")
      }
      let local = try page.request("/", headers: ["Host: localhost:\(page.port)"])
      #expect(local.status == 200)
      #expect(!local.text.contains(page.token))
    }
  }

  /// 127.0.0.2 is this machine, too, but another address of it.
  @Test func onlyTheAddressThatWasAskedForIsServed() async throws {
    try await RunningPage.serve { page in
      #expect(throws: RawClient.Failure.self) { try RawClient(port: page.port, at: "127.0.0.2") }
    }
    try await RunningPage.serve(address: "0.0.0.0") { page in
      let client = try RawClient(port: page.port, at: "127.0.0.2")
      client.send("GET / HTTP/1.1\r\nHost: 127.0.0.2:\(page.port)\r\n\r\n")
      #expect(try client.answer().status == 200)
      // Who has the page still needs the token.
      let other = try RawClient(port: page.port, at: "127.0.0.2")
      let host = "127.0.0.2:\(page.port)"
      other.send(
        RunningPage.handshake(path: "/socket?token=x", host: host, origin: "http://\(host)"))
      #expect(try other.answer().status == 403)
    }
  }

  /// What the page saves is downloaded by who has the key.
  @Test func theFilesAreDownloadedWithTheKeyOnly() async throws {
    try await RunningPage.serve { page in
      let own = ["Host: \(page.host)", "Origin: http://\(page.host)"]
      let files = try page.request("/saved.zip?token=\(page.token)", method: "POST", headers: own)
      #expect(files.status == 200)
      for name in ["quillon/model.json", "quillon/page.json"] {
        #expect(files.text.components(separatedBy: name).count == 3, "\(name)")
      }
      for query in ["", "?token=", "?token=\(page.token)0"] {
        #expect(
          try page.request("/saved.zip\(query)", method: "POST", headers: own).status == 403)
      }
      let elsewhere = ["Host: \(page.host)", "Origin: http://evil.example"]
      for headers in [elsewhere, ["Host: \(page.host)"]] {
        let answer = try page.request("/saved.zip?token=\(page.token)", headers: headers)
        #expect(answer.status == 403)
      }
    }
  }

  @Test func thePageNamesNothingOutside() async throws {
    try await RunningPage.serve { page in
      for path in [
        "/", "/page.js", "/charts.js", "/test.js", "/continuous.js", "/settings.js", "/tabs.js",
        "/signals.js", "/recording.js", "/page.css",
      ] {
        let text = try page.request(path, headers: ["Host: \(page.host)"]).text
        #expect(!text.contains("http://") && !text.contains("https://"), "\(path)")
      }
    }
  }

  @Test func strangersAreRefused() async throws {
    try await RunningPage.serve { page in
      let refused = [
        ["Host: evil.example"], ["Host: evil.example:\(page.port)"], [],
        ["Host: \(page.host)", "Host: evil.example"],
        ["Host: \(page.host)", "Origin: http://evil.example"],
        ["Host: \(page.host)", "Origin: null"],
      ]
      for headers in refused {
        for path in ["/", "/nothing"] {
          let answer = try page.request(path, headers: headers)
          #expect(answer.status == 403, "\(path) \(headers)")
        }
      }
    }
  }

  @Test func noPathLeadsOut() async throws {
    try await RunningPage.serve { page in
      let paths = [
        "/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/./page.js/../x",
        "/Page/page.js", "/page.js%00.css", "/..%5c..%5cetc", "/socket/../page.txt",
        "file:///etc/passwd", "*",
      ]
      for path in paths {
        let answer = try page.request(path, headers: ["Host: \(page.host)"])
        #expect((400..<500).contains(answer.status), "\(path) gives \(answer.status)")
        #expect(!answer.text.contains("root:"), "\(path)")
      }
      let posted = try page.request("/", method: "POST", headers: ["Host: \(page.host)"])
      #expect(posted.status == 405)
    }
  }

  @Test func theSocketOpensOnlyForThePageWithItsToken() async throws {
    try await RunningPage.serve { page in
      func answers(
        _ expected: Int, host: String? = nil, origin: String? = "own", query: String
      ) throws {
        let client = try RawClient(port: page.port)
        client.send(
          RunningPage.handshake(
            path: "/socket\(query)", host: host ?? page.host,
            origin: origin == "own" ? "http://\(page.host)" : origin))
        let status = try client.answer().status
        #expect(status == expected, "\(host ?? "") \(origin ?? "") \(query)")
      }
      let right = "?token=\(page.token)"
      try answers(101, query: right)
      for query in [
        "", "?token=", right + "0", "?token=\(page.token.dropLast())", "?t=\(page.token)",
      ] {
        try answers(403, query: query)
      }
      try answers(403, origin: nil, query: right)
      try answers(403, origin: "http://evil.example", query: right)
      try answers(403, origin: "http://localhost:\(page.port)", query: right)
      let rebound = "evil.example:\(page.port)"
      try answers(403, host: rebound, origin: "http://\(rebound)", query: right)
    }
  }

  /// Who knows no key sends lines without end, many headers, or a body: each is refused, and the page answers meanwhile.
  @Test func requestsWithoutEndAreRefusedAndHoldUpNobody() async throws {
    try await RunningPage.serve { page in
      let clients = try [
        "GET /" + String(repeating: "a", count: 2_000_000),
        "GET / HTTP/1.1\r\nHost: " + String(repeating: "a", count: 2_000_000),
        "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 100_000),
        String(repeating: "\r\n", count: 500_000),
      ].map { text in
        let client = try RawClient(port: page.port)
        client.send(text)
        return client
      }
      let start = ContinuousClock.now
      for _ in 0..<20 {
        #expect(try page.request("/", headers: ["Host: \(page.host)"]).status == 200)
      }
      #expect(.now - start < .seconds(20))
      for client in clients { #expect(client.isEnded(within: .seconds(30))) }
      let posted = try page.request(
        "/", headers: ["Host: \(page.host)", "Content-Length: 99999999999"])
      #expect(posted.status == 200 && posted.text.contains("Connection: close"))
    }
  }

  /// A frame is refused by its length, before it is read.
  @Test(arguments: [
    [127, 0, 0, 1, 0, 0, 0, 0, 0], [127, 255, 255, 255, 255, 255, 255, 255, 255],
    [126, 0x10, 0x01], [5],
  ])
  func framesThatBreakTheRulesEndTheSocket(length: [UInt8]) async throws {
    try await RunningPage.serve(ticks: false) { page in
      let browser = try page.browser()
      // The last has no mask.
      browser.send(
        [0x81, length[0] | (length.count > 1 ? 0x80 : 0)] + length.dropFirst() + [1, 2, 3, 4])
      var last: UInt8 = 0
      while let message = try browser.message() { last = message.opcode }
      #expect(last == 8)
    }
  }

  /// A browser that falls silent is removed, and later ones are answered.
  @Test func silentBrowsersLeaveNothingBehind() async throws {
    try await RunningPage.serve { page in
      for _ in 0..<3 {
        let browsers = try (0..<8).map { _ in try page.browser() }
        try page.tick(times: 130)
        for _ in 0..<20 {
          #expect(
            try page.request("/", headers: ["Host: \(page.host)", "Connection: close"]).status
              == 200)
        }
        withExtendedLifetime(browsers) {}
      }
    }
  }

  @Test func aPortThatIsTakenIsToldSo() async throws {
    try await RunningPage.serve { page in
      let done = DispatchSemaphore(value: 0)
      Task {
        await #expect(throws: LiveServer.Failure.self) {
          try await LiveServer(session: page.session, port: page.port).run { _ in }
        }
        done.signal()
      }
      #expect(done.wait(timeout: .now() + 300) == .success)
    }
  }
}
