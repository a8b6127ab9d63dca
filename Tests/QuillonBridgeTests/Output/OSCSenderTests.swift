import QuillonBridge
import QuillonFusion
import QuillonNumerics
import QuillonSerial
import TestSupport
import Testing

@Suite(.waiting) struct OSCSenderTests {
  /// Texts end with a zero and fill blocks of four bytes; numbers have the high byte first (Open Sound Control 1.0).
  @Test func aLetterIsAMessage() throws {
    let listener = try DatagramListener()
    let sender = try OSCSender(host: "127.0.0.1", port: listener.port)
    sender.send(
      .letter(
        Letter(
          time: 1, label: "circle", score: 1.5, margin: -2, isRejected: false, source: .host)))
    let expected =
      Array("/quillon/letter\0,sff\0\0\0\0circle\0\0".utf8)
      + [0x3F, 0xC0, 0, 0, 0xC0, 0, 0, 0]
    #expect(listener.receive() == expected)
  }

  @Test func rejectedLettersAreLeftOutAndTheRateIsSent() throws {
    let listener = try DatagramListener()
    let sender = try OSCSender(host: "127.0.0.1", port: listener.port)
    sender.send(
      .letter(Letter(time: 1, label: "A", score: 1, margin: 0, isRejected: true, source: .host)))
    sender.send(
      .sample(
        InertialSample(
          timestamp: 0, acceleration: .specificForce(.zero),
          angularRate: Vector3(.zero, Fixed(-1), Fixed(2)), pen: .up), time: 1))
    let expected =
      Array("/quillon/rate\0\0\0,fff\0\0\0\0".utf8)
      + [0, 0, 0, 0, 0xBF, 0x80, 0, 0, 0x40, 0, 0, 0]
    #expect(listener.receive() == expected)
    #expect(sender.dropped == 0)
  }
}
