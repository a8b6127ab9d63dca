import Foundation
import Glibc
import QuillonBridge
import QuillonFusion
import QuillonNumerics
import QuillonSerial
import TestSupport
import Testing

@Suite(.waiting) struct TeleplotSenderTests {
  /// A socket that datagrams are sent to.
  private final class Listener {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
      descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let (number, size) = (descriptor, length)
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(number, $0, size) == 0 && getsockname(number, $0, &length) == 0
        }
      }
      try #require(isBound)
      port = UInt16(bigEndian: address.sin_port)
      var timeout = timeval(tv_sec: 5, tv_usec: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func receive() -> [String] {
      var buffer = [UInt8](repeating: 0, count: 2_000)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n")
        .map(String.init)
    }
  }

  private let sample = InertialSample(
    timestamp: 0, acceleration: .specificForce(Vector3(Fixed(0.5), .zero, Fixed(9.75))),
    angularRate: Vector3(.zero, Fixed(-1.25), .zero), pen: .down)
  private let letter = Letter(
    time: 2.5, label: "Q", score: 1, margin: 1, isRejected: false, source: .host)

  @Test func aSampleIsADatagramWithALineForEachNumber() throws {
    let listener = try Listener()
    let sender = try TeleplotSender(host: "127.0.0.1", port: listener.port)
    let now = Date().timeIntervalSince1970 * 1e3
    sender.send(.sample(sample, time: 1.5))
    let lines = listener.receive()
    let fields = lines.map { $0.components(separatedBy: ":") }
    #expect(fields.map(\.first) == ["ax", "ay", "az", "gx", "gy", "gz", "pen"])
    #expect(
      fields.map(\.last) == [
        "0.5§m/s²", "0.0§m/s²", "9.75§m/s²", "0.0§rad/s", "-1.25§rad/s", "0.0§rad/s", "1.0",
      ])
    let time = try #require(Double(fields[0][1]))
    #expect(abs(time - now) < 2_000)
    // Later times by the board's clock, not by this computer's.
    sender.send(.letter(letter))
    let later = try #require(listener.receive().first?.components(separatedBy: ":"))
    #expect(later.first == "letter" && later.last == "Q|t")
    #expect(abs((Double(later[1]) ?? 0) - time - 1_000) < 0.2)
    #expect(sender.dropped == 0)
  }

  @Test func rejectedLettersAreNotSentAndNobodyNeedsToListen() throws {
    let sender: TeleplotSender
    do {
      let listener = try Listener()
      sender = try TeleplotSender(host: "127.0.0.1", port: listener.port)
      var guess = letter
      guess.isRejected = true
      sender.send(.letter(guess))
      sender.send(.letter(letter))
      #expect(listener.receive().first?.hasSuffix("Q|t") == true)
    }
    for _ in 0..<20 { sender.send(.sample(sample, time: 3)) }
    #expect(sender.dropped == 0)
  }

  @Test func aHostThatIsNotThereIsTold() {
    #expect(throws: LinkError.argument(operation: "find the host no.such.host.invalid")) {
      try TeleplotSender(host: "no.such.host.invalid", port: 1)
    }
  }
}
