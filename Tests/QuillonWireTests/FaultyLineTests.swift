import QuillonNumerics
import QuillonReferenceModel
import QuillonWire
import Testing

/// A line that hits one byte in a hundred, a million packets long.
@Suite struct FaultyLineTests {
  /// The line: each byte is, one time in a hundred, lost, changed or hit in one bit.
  private struct Line {
    var random: SeededRandom

    /// What arrives of `packet`, and whether it is more or less than its bytes.
    mutating func carry(_ packet: [UInt8], into arriving: inout [UInt8]) -> Bool {
      var isHit = false
      arriving.removeAll(keepingCapacity: true)
      for byte in packet {
        guard random.index(below: 100) == 0 else {
          arriving.append(byte)
          continue
        }
        isHit = true
        switch random.index(below: 3) {
        case 0: break
        case 1: arriving.append(byte ^ UInt8(1 + random.index(below: 255)))
        default: arriving.append(byte ^ 1 << UInt8(random.index(below: 8)))
        }
      }
      return isHit
    }
  }

  /// What became of the packets.
  private struct Counts {
    var intact = 0
    var wrong = 0
    var missedUnhit = 0
    var hit = 0
  }

  @Test func `Only packets that were hit are lost, and the counters add up`() {
    let seed: UInt64 = 2026
    let sent = 1_000_000
    var messages = RandomMessages(seed: seed)
    var line = Line(random: SeededRandom(seed: seed + 1))
    var encoder = PacketEncoder()
    var decoder = PacketDecoder()
    var counts = Counts()
    var arriving: [UInt8] = []
    var previous: (packet: Packet, isHit: Bool, hasArrived: Bool)?
    for round in 0..<sent {
      let message = messages.message()
      let time = messages.time(of: message)
      let packet = Packet(sequence: encoder.sequence, time: time, message: message)
      let bytes = encoder.bytes(of: message, time: time)
      // The first and the last come through, so that every other packet lies between two.
      let isSpared = round == 0 || round == sent - 1
      let isHit = isSpared ? false : line.carry(bytes, into: &arriving)
      if isSpared { arriving = bytes }
      if isHit { counts.hit += 1 }
      var hasArrived = false
      for reception in decoder.receive(arriving) {
        switch reception {
        case .damaged: break
        case .packet(packet):
          hasArrived = true
          counts.intact += 1
        // A packet whose trailing delimiter was lost is ended by the next one's leading delimiter.
        case .packet where reception == previous.map({ .packet($0.packet) }):
          previous?.hasArrived = true
          counts.intact += 1
        case .packet, .unknownType, .unknownVersion, .stale: counts.wrong += 1
        }
      }
      if let previous, !previous.isHit, !previous.hasArrived { counts.missedUnhit += 1 }
      previous = (packet, isHit, hasArrived)
    }
    check(counts, decoder.counters, sent: sent, "seed \(seed), \(counts), \(decoder.counters)")
  }

  private func check(_ counts: Counts, _ counters: ReceptionCounters, sent: Int, _ comment: Comment)
  {
    // Damage beyond a few bits of content passes the checksum with probability 2⁻¹⁶ a run; damage
    // of a few bits never does, so the mean is at most (runs looked at) / 2¹⁶.
    let passed = counts.wrong + Int(counters.payload.value)
    let looked = Double(counters.checksum.value) + Double(passed)
    #expect(passed <= poissonBound(mean: looked / 65_536), comment)
    // What passed may carry a forged number: it can make up to 64 packets behind it stale, and
    // throw the count of lost ones off by up to 2¹⁶.
    #expect(counts.missedUnhit <= 64 * passed, comment)
    let accounted = [counters.packets, counters.unknownTypes, counters.payload, counters.lost]
      .reduce(0) { $0 + Int($1.value) }
    #expect(abs(sent - accounted) <= 65_536 * passed, comment)
    #expect(counts.intact >= sent - counts.hit - counts.missedUnhit, comment)
    // The line did what it should: about a third of the packets were hit.
    #expect(counts.hit > sent / 5 && counts.hit < sent / 2, comment)
    #expect(sent - counts.intact > sent / 5, comment)
  }

  @Test func `Where every damage is one that the checksum finds, the account is exact`() {
    let seed: UInt64 = 2027
    let sent = 200_000
    var messages = RandomMessages(seed: seed)
    var encoder = PacketEncoder()
    var decoder = PacketDecoder()
    var hit: UInt32 = 0
    for round in 0..<sent {
      let message = messages.message()
      var bytes = encoder.bytes(of: message, time: messages.time(of: message))
      if round > 0, round < sent - 1, messages.random.index(below: 3) == 0 {
        var content = unstuffed(bytes)
        let bit = messages.random.index(below: content.count * 8)
        content[bit / 8] ^= 1 << UInt8(bit % 8)
        bytes = [0] + Reference.stuffed(content) + [0]
        hit += 1
      }
      _ = decoder.receive(bytes)
    }
    var counters = ReceptionCounters()
    counters.packets = Counter(UInt32(sent) - hit)
    counters.lost = Counter(hit)
    counters.checksum = Counter(hit)
    #expect(decoder.counters == counters, "seed \(seed)")
    #expect(hit > 60_000)
  }

  @Test func `Fifty million random bytes hold no more packets than the checksum lets pass`() {
    let seed: UInt64 = 50
    var random = SeededRandom(seed: seed)
    var decoder = PacketDecoder()
    var passed = 0
    for _ in 0..<6_250_000 {
      var bytes = random.next()
      for _ in 0..<8 {
        switch decoder.push(UInt8(truncatingIfNeeded: bytes)) {
        case .packet, .unknownType, .unknownVersion, .stale: passed += 1
        case .damaged, nil: break
        }
        bytes >>= 8
      }
    }
    let counters = decoder.counters
    // Each run that reaches the checksum passes it with probability 2⁻¹⁶.
    let looked = Double(counters.checksum.value) + Double(passed)
    #expect(passed <= poissonBound(mean: looked / 65_536), "seed \(seed), \(counters)")
    // One byte in 256 is a delimiter; empty runs and the rest of endless ones are not counted.
    #expect(counters.damaged.value > 150_000 && counters.damaged.value < 250_000)
    #expect(counters.tooLong.value > 0 && counters.stuffing.value > 0)
    #expect(counters.tooShort.value > 0 && counters.checksum.value > 0)
  }

  @Test func `Well-stuffed random contents pass the checksum one time in 65 536`() {
    let seed: UInt64 = 51
    let runs = 4_000_000
    var random = SeededRandom(seed: seed)
    var decoder = PacketDecoder()
    var bytes = ByteBuffer<66>()
    var passed = 0
    for _ in 0..<runs {
      bytes.removeAll()
      bytes.append(0)
      var stuffing = COBSEncoder(startingIn: &bytes)
      for _ in 0..<2 {
        var word = random.next()
        for _ in 0..<6 {
          stuffing.push(UInt8(truncatingIfNeeded: word), into: &bytes)
          word >>= 8
        }
      }
      stuffing.finish(in: &bytes)
      bytes.append(0)
      bytes.forEach {
        switch decoder.push($0) {
        case .packet, .unknownType, .unknownVersion, .stale: passed += 1
        case .damaged, nil: break
        }
      }
    }
    // Binomial with n = 4 000 000, p = 2⁻¹⁶: mean 61, deviation 7.8; six deviations either way.
    let checksum = decoder.counters.checksum
    #expect(Int(checksum.value) + passed + Int(decoder.counters.payload.value) == runs)
    #expect(passed > 14 && passed < 108, "seed \(seed): \(passed) passed")
  }
}
