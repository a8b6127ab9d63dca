import QuillonReferenceModel
import QuillonWire
import Testing

@Suite struct COBSTests {
  private func encode(_ bytes: [UInt8]) -> [UInt8] {
    var buffer = ByteBuffer<1100>()
    var stuffing = COBSEncoder(startingIn: &buffer)
    for byte in bytes { stuffing.push(byte, into: &buffer) }
    stuffing.finish(in: &buffer)
    return buffer.array
  }

  /// The content up to the first delimiter, nil when it ends inside a block.
  private func decode(_ bytes: [UInt8]) -> [UInt8]? {
    var stuffing = COBSDecoder()
    var content: [UInt8] = []
    for byte in bytes + [0] {
      switch stuffing.push(byte) {
      case .code: continue
      case .byte(let byte): content.append(byte)
      case .end: return content
      case .cutShort, .empty: return nil
      }
    }
    return nil
  }

  private static func run(_ first: Int, _ last: Int) -> [UInt8] {
    (first...last).map { UInt8(truncatingIfNeeded: $0) }
  }

  /// Content and its only encoding; the first pair is the IP header of Cheshire and Baker.
  static let vectors: [([UInt8], [UInt8])] = [
    (
      [0x45, 0, 0, 0x2C, 0x4C, 0x79, 0, 0, 0x40, 0x06, 0x4F, 0x37],
      [2, 0x45, 1, 4, 0x2C, 0x4C, 0x79, 1, 5, 0x40, 0x06, 0x4F, 0x37]
    ),
    ([], [1]),
    ([0], [1, 1]),
    ([0, 0], [1, 1, 1]),
    ([0, 0x11, 0], [1, 2, 0x11, 1]),
    ([0x11, 0x22, 0, 0x33], [3, 0x11, 0x22, 2, 0x33]),
    ([0x11, 0x22, 0x33, 0x44], [5, 0x11, 0x22, 0x33, 0x44]),
    ([0x11, 0, 0, 0], [2, 0x11, 1, 1, 1]),
    (run(1, 253), [0xFE] + run(1, 253)),
    (run(1, 253) + [0], [0xFE] + run(1, 253) + [1]),
    (run(1, 254), [0xFF] + run(1, 254) + [1]),
    (run(1, 254) + [0], [0xFF] + run(1, 254) + [1, 1]),
    ([0] + run(1, 254), [1, 0xFF] + run(1, 254) + [1]),
    (run(1, 255), [0xFF] + run(1, 254) + [2, 0xFF]),
    (run(2, 255) + [0], [0xFF] + run(2, 255) + [1, 1]),
    (run(3, 255) + [0, 1], [0xFE] + run(3, 255) + [2, 1]),
  ]

  @Test(arguments: 0..<vectors.count)
  func `Golden vectors hold in both directions`(index: Int) {
    let (content, stuffed) = Self.vectors[index]
    #expect(encode(content) == stuffed)
    #expect(decode(stuffed) == content)
  }

  @Test func `A full block at the end needs no empty one after it`() {
    #expect(decode([0xFF] + Self.run(1, 254)) == Self.run(1, 254))
  }

  @Test func `Runs of every length around one and two full blocks survive`() {
    for length in 0...520 {
      for tail in [[], [0], [0, 7]] as [[UInt8]] {
        let content = [UInt8](repeating: 0xA5, count: length) + tail
        let stuffed = encode(content)
        #expect(stuffed == Reference.stuffed(content), "\(length) bytes, then \(tail)")
        #expect(stuffed.count <= COBSEncoder.maximumLength(encoding: content.count))
        #expect(decode(stuffed) == content, "\(length) bytes, then \(tail)")
      }
    }
  }

  @Test func `Random contents survive`() {
    let seed: UInt64 = 99
    var random = SeededRandom(seed: seed)
    for round in 0..<4000 {
      let zeros = random.index(below: 40)
      let content = (0..<random.index(below: 1000)).map { _ -> UInt8 in
        random.index(below: 40) < zeros ? 0 : UInt8(truncatingIfNeeded: random.next())
      }
      let stuffed = encode(content)
      #expect(!stuffed.contains(0), "seed \(seed), round \(round)")
      #expect(stuffed == Reference.stuffed(content), "seed \(seed), round \(round)")
      #expect(decode(stuffed) == content, "seed \(seed), round \(round)")
    }
  }

  @Test func `A delimiter inside a block is told from one after it, and both start anew`() {
    var stuffing = COBSDecoder()
    #expect(stuffing.push(0) == .empty)
    #expect(stuffing.push(3) == .code)
    #expect(stuffing.push(0x41) == .byte(0x41))
    #expect(stuffing.push(0) == .cutShort)
    #expect(stuffing.push(0) == .empty)
    #expect(stuffing.push(1) == .code)
    #expect(stuffing.push(2) == .byte(0))
    #expect(stuffing.push(0x42) == .byte(0x42))
    #expect(stuffing.push(0) == .end)
    #expect(stuffing.push(0xFF) == .code)
    #expect(stuffing.push(0) == .cutShort)
  }
}
