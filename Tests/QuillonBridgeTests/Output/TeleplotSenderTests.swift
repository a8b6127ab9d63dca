import Foundation
import QuillonBridge
import QuillonFusion
import QuillonNumerics
import QuillonSerial
import TestSupport
import Testing

@Suite(.waiting) struct TeleplotSenderTests {
  private let sample = InertialSample(
    timestamp: 0, acceleration: .specificForce(Vector3(Fixed(0.5), .zero, Fixed(9.75))),
    angularRate: Vector3(.zero, Fixed(-1.25), .zero), pen: .down)
  private let letter = Letter(
    time: 2.5, label: "Q", score: 1, margin: 1, isRejected: false, source: .host)

  @Test func aSampleIsADatagramWithALineForEachNumber() throws {
    let listener = try DatagramListener()
    let sender = try TeleplotSender(host: "127.0.0.1", port: listener.port)
    let now = Date().timeIntervalSince1970 * 1e3
    sender.send(.sample(sample, time: 1.5))
    let lines = listener.lines()
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
    let later = try #require(listener.lines().first?.components(separatedBy: ":"))
    #expect(later.first == "letter" && later.last == "Q|t")
    #expect(abs((Double(later[1]) ?? 0) - time - 1_000) < 0.2)
    #expect(sender.dropped == 0)
  }

  @Test func rejectedLettersAreNotSentAndNobodyNeedsToListen() throws {
    let sender: TeleplotSender
    do {
      let listener = try DatagramListener()
      sender = try TeleplotSender(host: "127.0.0.1", port: listener.port)
      var guess = letter
      guess.isRejected = true
      sender.send(.letter(guess))
      sender.send(.letter(letter))
      #expect(listener.lines().first?.hasSuffix("Q|t") == true)
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
