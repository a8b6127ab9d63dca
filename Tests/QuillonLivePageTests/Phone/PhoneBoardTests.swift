import Foundation
import QuillonFusion
import QuillonSerial
import QuillonWire
import Testing

import QuillonLivePage

@Suite struct PhoneBoardTests {
  /// What a program that has the port open receives.
  private struct Reader {
    let transport: any ByteTransport
    var decoder = PacketDecoder()
    var messages: [Message] = []

    init(_ path: String) throws {
      transport = try openTransport(path: path, baud: 115_200, dtr: .automatic)
    }

    /// Reads until that many messages were received, for at most 10 s.
    mutating func read(_ count: Int) {
      let end = ContinuousClock.now + .seconds(10)
      var bytes = [UInt8](repeating: 0, count: 512)
      while messages.count < count, ContinuousClock.now < end {
        let outcome = bytes.withUnsafeMutableBytes {
          transport.read(into: $0, timeout: .milliseconds(100))
        }
        guard case .bytes(let size) = outcome else { continue }
        for byte in bytes[..<size] {
          if case .packet(let packet)? = decoder.push(byte) { messages.append(packet.message) }
        }
      }
    }
  }

  private func sample(_ time: Int, pen: Int = 0) throws -> PhoneMessage {
    try #require(PhoneMessage(Array("\(time) 0 0 9.8 0 0 0 \(pen)".utf8)))
  }

  @Test func aTelephoneIsABoardWithANameAndAPen() throws {
    let board = try PhoneBoard()
    var reader = try Reader(board.path)
    defer { reader.transport.close() }
    let connection = board.attach()
    #expect(board.telephone == nil)
    // Before the hello nothing is sent.
    #expect(board.take(try sample(10), of: connection))
    #expect(board.take(.hello(name: "Pixel 8", rate: 60), of: connection))
    #expect(board.telephone == "Pixel 8")
    for (time, pen) in [(20, 0), (30, 1), (40, 1), (50, 0)] {
      #expect(board.take(try sample(time, pen: pen), of: connection))
    }
    reader.read(7)
    guard reader.messages.count == 7, case .hello(let hello) = reader.messages[0] else {
      Issue.record("\(reader.messages)")
      return
    }
    #expect(hello.sampleRate == 60 && hello.board == BoardName("Pixel 8"))
    let kinds = reader.messages.map { message in
      switch message {
      case .hello: "hello"
      case .pen(let change): change.state == .down ? "down" : "up"
      case .sample: "sample"
      default: "other"
      }
    }
    #expect(kinds == ["hello", "sample", "down", "sample", "sample", "up", "sample"])
  }

  /// The one that connected last writes. The other one is notified by the end of its connection.
  @Test func anotherTelephoneTakesOver() throws {
    let board = try PhoneBoard()
    let first = board.attach()
    #expect(board.take(.hello(name: "first", rate: 60), of: first))
    let second = board.attach()
    #expect(board.telephone == nil)
    #expect(!board.take(try sample(10), of: first))
    #expect(board.take(.hello(name: "second", rate: 60), of: second))
    board.detach(first)
    #expect(board.telephone == "second")
    board.detach(second)
    #expect(board.telephone == nil)
  }

  /// A program that opens the port later gets the hello first.
  @Test func aLaterProgramIsGreeted() throws {
    let board = try PhoneBoard()
    let connection = board.attach()
    #expect(board.take(.hello(name: "telephone", rate: 60), of: connection))
    #expect(board.take(try sample(10, pen: 1), of: connection))
    var reader = try Reader(board.path)
    defer { reader.transport.close() }
    #expect(board.take(try sample(20, pen: 1), of: connection))
    reader.read(3)
    guard reader.messages.count == 3, case .hello = reader.messages[0],
      case .pen(let change) = reader.messages[1]
    else {
      Issue.record("\(reader.messages)")
      return
    }
    #expect(change.state == .down)
  }
}
