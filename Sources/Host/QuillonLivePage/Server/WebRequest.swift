import Foundation

/// A request of a browser.
package struct WebRequest: Sendable {
  /// The method, such as GET.
  package let method: String
  /// What is asked for, without the query. It is compared as it stands: nothing is decoded.
  package let path: String
  private let query: [(name: String, value: String)]
  private let headers: [(name: String, value: String)]

  /// Reads the head of a request: its lines up to the empty one. Nil if it is none.
  init?(head: [UInt8]) {
    guard let text = String(validating: head, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: true)
    let words = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
    method = String(words[0])
    let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { field in
      let sides = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(sides[0]), sides.count > 1 ? String(sides[1]) : "")
    }
    headers = lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (
        line[..<colon].lowercased(),
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      )
    }
  }

  /// The value of a field of the query; nil if there is none.
  package func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The value of a header, of several with this name all, with commas between. Nil if there is none.
  package func header(_ name: String) -> String? {
    let values = headers.filter { $0.name == name.lowercased() }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// True if a body follows.
  var hasBody: Bool {
    header("transfer-encoding") != nil || header("content-length").map { $0 != "0" } ?? false
  }

  /// The answer to the key of a request for a socket (RFC 6455, section 4.2.2). Nil if it is no such request.
  var socketAnswer: String? {
    guard method == "GET", header("upgrade")?.lowercased() == "websocket",
      header("connection")?.lowercased().contains("upgrade") == true,
      header("sec-websocket-version") == "13",
      let key = header("sec-websocket-key"), Data(base64Encoded: key)?.count == 16
    else { return nil }
    return Data(SHA1.digest(of: Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)))
      .base64EncodedString()
  }
}

/// An answer to a request.
package struct WebResponse: Sendable {
  /// The status: its number and its words.
  package var status: (code: Int, words: String)
  /// The headers, except for those about the length and the connection.
  package var headers: [(name: String, value: String)]
  /// The body.
  package var body: [UInt8]

  /// An answer from its parts.
  package init(_ code: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    let words = [
      101: "Switching Protocols", 200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
      405: "Method Not Allowed",
      413: "Content Too Large", 431: "Request Header Fields Too Large", 503: "Service Unavailable",
    ]
    status = (code, words[code] ?? "")
    (self.headers, self.body) = (headers, body)
  }

  /// The bytes of the answer.
  func bytes(isLast: Bool) -> [UInt8] {
    let lines =
      ["HTTP/1.1 \(status.code) \(status.words)"] + headers.map { "\($0.name): \($0.value)" }
      + (status.code == 101
        ? [] : ["Content-Length: \(body.count)", "Connection: \(isLast ? "close" : "keep-alive")"])
    return Array((lines + ["", ""]).joined(separator: "\r\n").utf8) + body
  }
}

/// The hash that opening a socket needs (RFC 3174). It protects nothing here.
enum SHA1 {
  /// The 20 bytes of the hash of `bytes`.
  static func digest(of bytes: [UInt8]) -> [UInt8] {
    var message = bytes + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    let length = UInt64(bytes.count) * 8
    message += (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
    var h: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    func rotated(_ x: UInt32, _ count: UInt32) -> UInt32 { x << count | x >> (32 - count) }
    for start in stride(from: 0, to: message.count, by: 64) {
      var w = (0..<16).map { word in
        message[(start + 4 * word)..<(start + 4 * word + 4)].reduce(UInt32(0)) {
          $0 << 8 | UInt32($1)
        }
      }
      for t in 16..<80 { w.append(rotated(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1)) }
      var (a, b, c, d, e) = (h[0], h[1], h[2], h[3], h[4])
      for t in 0..<80 {
        let (f, k): (UInt32, UInt32) =
          switch t {
          case 0..<20: (b & c | ~b & d, 0x5A82_7999)
          case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
          case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        (a, b, c, d, e) = (rotated(a, 5) &+ f &+ e &+ k &+ w[t], a, rotated(b, 30), c, d)
      }
      h = zip(h, [a, b, c, d, e]).map { $0 &+ $1 }
    }
    return h.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) }
    }
  }
}
