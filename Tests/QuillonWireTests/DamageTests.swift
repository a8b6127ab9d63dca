import QuillonNumerics
import QuillonReferenceModel
import QuillonWire
import Testing

/// Small damage done everywhere: no wrong packet comes out, and the next packet always does.
@Suite struct DamageTests {
  private let follower = Reference.packet(type: 3, sequence: 4242, time: 4242, payload: [1])

  /// What comes out of `bytes` followed by a clean packet, without that packet.
  ///
  /// A clean packet has both its delimiters, so nothing before it can harm it, unless damage has
  /// forged a number just beyond its own.
  private func receive(_ bytes: [UInt8], _ comment: Comment) -> [Reception] {
    var decoder = PacketDecoder()
    var receptions = decoder.receive(bytes + follower)
    guard case .packet(let last)? = receptions.popLast() else {
      Issue.record("the next packet is missing: \(comment)")
      return []
    }
    #expect(last.sequence == 4242 && last.time == 4242, comment)
    return receptions
  }

  private func isDamage(_ reception: Reception) -> Bool {
    if case .damaged = reception { true } else { false }
  }

  @Test(arguments: GoldenPacket.all)
  func `No flip of one bit gives a wrong packet`(golden: GoldenPacket) {
    let clean = golden.bytes
    for index in clean.indices {
      for bit in 0..<8 {
        var bytes = clean
        bytes[index] ^= 1 << UInt8(bit)
        let receptions = receive(bytes, "bit \(bit) of byte \(index)")
        #expect(receptions.allSatisfy(isDamage), "bit \(bit) of byte \(index)")
        #expect(receptions.count <= 2, "bit \(bit) of byte \(index)")
        // Joining at a damaged leading delimiter, the receiver passes over the packet uncounted.
        #expect(receptions.isEmpty == (index == 0), "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test(arguments: GoldenPacket.all)
  func `No loss of one byte gives a wrong packet`(golden: GoldenPacket) {
    let clean = golden.bytes
    for index in clean.indices {
      var bytes = clean
      bytes.remove(at: index)
      let receptions = receive(bytes, "without byte \(index)")
      switch index {
      case 0: #expect(receptions.isEmpty)
      case clean.count - 1:
        // The next packet's leading delimiter stands in for the trailing one that is missing.
        #expect(receptions == [.packet(golden.packet)])
      default:
        #expect(!receptions.isEmpty, "without byte \(index)")
        #expect(receptions.allSatisfy(isDamage), "without byte \(index)")
      }
    }
  }

  @Test(arguments: GoldenPacket.all)
  func `No doubled byte gives a wrong packet`(golden: GoldenPacket) {
    let clean = golden.bytes
    for index in clean.indices {
      var bytes = clean
      bytes.insert(bytes[index], at: index)
      let receptions = receive(bytes, "byte \(index) twice")
      let isDelimiter = index == 0 || index == clean.count - 1
      #expect(receptions.allSatisfy(isDamage) != isDelimiter, "byte \(index) twice")
    }
  }

  @Test(arguments: GoldenPacket.all)
  func `No beginning of a packet passes for one`(golden: GoldenPacket) {
    for length in 1..<(golden.bytes.count - 1) {
      let receptions = receive(Array(golden.bytes.prefix(length)), "\(length) bytes")
      #expect(receptions.allSatisfy(isDamage), "\(length) bytes")
    }
  }

  @Test func `Within the content every error of one, two or three bits is found, and every burst`()
  {
    let seed: UInt64 = 7
    var messages = RandomMessages(seed: seed)
    var encoder = PacketEncoder()
    for round in 0..<3000 {
      let message = messages.message()
      let content = unstuffed(encoder.bytes(of: message, time: messages.time(of: message)))
      for _ in 0..<20 {
        var damaged = content
        if messages.random.index(below: 2) == 0 {
          for _ in 0...messages.random.index(below: 3) { flip(&damaged, &messages.random) }
        } else {
          burst(&damaged, &messages.random)
        }
        // Bits that were hit twice may have restored the content.
        guard damaged != content else { continue }
        let wire = [0] + Reference.stuffed(damaged) + [0]
        #expect(
          receive(wire, "seed \(seed), round \(round)") == [.damaged(.checksum)],
          "seed \(seed), round \(round)")
      }
    }
  }

  private func flip(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let bit = random.index(below: bytes.count * 8)
    bytes[bit / 8] ^= 1 << UInt8(7 - bit % 8)
  }

  /// Hits up to 16 bits in a row as they pass through the checksum.
  ///
  /// The checksum itself lies in the packet with its bytes exchanged, so a burst must not run
  /// from the payload into it.
  private func burst(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let start = random.index(below: (bytes.count - 2) * 8 - 15)
    for bit in start..<(start + 16) where random.index(below: 2) == 0 {
      bytes[bit / 8] ^= 1 << UInt8(7 - bit % 8)
    }
  }

  @Test func `Random bytes between packets harm none of them`() {
    let seed: UInt64 = 31
    var messages = RandomMessages(seed: seed)
    var encoder = PacketEncoder()
    var decoder = PacketDecoder()
    for round in 0..<5000 {
      let noise = (0..<messages.random.index(below: 40)).map { _ in
        UInt8(truncatingIfNeeded: messages.random.next())
      }
      let message = messages.message()
      let time = messages.time(of: message)
      let sequence = encoder.sequence
      let receptions = decoder.receive(noise + encoder.bytes(of: message, time: time))
      let packet = Packet(sequence: sequence, time: time, message: message)
      #expect(receptions.last == .packet(packet), "seed \(seed), round \(round)")
      #expect(receptions.dropLast().allSatisfy(isDamage), "seed \(seed), round \(round)")
    }
    #expect(decoder.counters.lost == Counter(0))
  }
}
