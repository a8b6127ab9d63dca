import QuillonFusion
import QuillonNumerics
import QuillonWire
import Testing

/// The account of the packets' numbers.
@Suite struct SequenceTests {
  /// The numbers that are delivered, and the counters in the end.
  private func receive(_ sequences: [UInt16]) -> ([UInt16], ReceptionCounters) {
    var decoder = PacketDecoder()
    var delivered: [UInt16] = []
    for sequence in sequences {
      let bytes = Reference.packet(type: 3, sequence: sequence, payload: [1])
      switch decoder.receive(bytes).first {
      case .packet(let packet): delivered.append(packet.sequence)
      case .stale(let stale): #expect(stale == sequence)
      case let other: Issue.record("\(String(describing: other)) for packet \(sequence)")
      }
    }
    return (delivered, decoder.counters)
  }

  private func hello(_ sequence: UInt16) -> [UInt8] {
    Reference.packet(type: 6, sequence: sequence, payload: [UInt8](repeating: 0, count: 25))
  }

  @Test func `The first packet may have any number`() {
    for first in [0, 1, 40_000, .max] as [UInt16] {
      let (delivered, counters) = receive([first, first &+ 1])
      #expect(delivered == [first, first &+ 1])
      #expect(counters.lost == Counter(0))
      #expect(counters.restarts == Counter(0))
    }
  }

  @Test func `The numbers wrap without a loss`() {
    var encoder = PacketEncoder(sequence: 65_000)
    var decoder = PacketDecoder()
    for _ in 0..<70_000 {
      _ = decoder.receive(encoder.bytes(of: .pen(PenChange(state: .up, origin: .board))))
    }
    #expect(encoder.sequence == UInt16(truncatingIfNeeded: 65_000 + 70_000))
    var counters = ReceptionCounters()
    counters.packets = Counter(70_000)
    #expect(decoder.counters == counters)
  }

  @Test func `Gaps are counted, over the wrap too, up to half the numbers`() {
    #expect(receive([5, 7]).1.lost == Counter(1))
    #expect(receive([65_534, 1]).1.lost == Counter(2))
    let (delivered, counters) = receive([0, 32_768])
    #expect(delivered == [0, 32_768])
    #expect(counters.lost == Counter(32_767))
    #expect(counters.restarts == Counter(0))
    let (beyond, restarted) = receive([0, 32_769])
    #expect(beyond == [0, 32_769])
    #expect(restarted.lost == Counter(0))
    #expect(restarted.restarts == Counter(1))
  }

  @Test func `A repeated packet is passed over`() {
    let (delivered, counters) = receive([8, 8, 8, 9])
    #expect(delivered == [8, 9])
    #expect(counters.stale == Counter(2))
    #expect(counters.lost == Counter(0))
  }

  @Test func `An overtaken packet stays lost and is passed over`() {
    let (delivered, counters) = receive([8, 10, 9, 11])
    #expect(delivered == [8, 10, 11])
    #expect(counters.stale == Counter(1))
    #expect(counters.lost == Counter(1))
  }

  @Test func `The past is 64 numbers long, behind it a restart`() {
    let (past, stale) = receive([100, 101 - 64, 101])
    #expect(past == [100, 101])
    #expect(stale.stale == Counter(1))
    #expect(stale.restarts == Counter(0))
    let (new, restarted) = receive([100, 100 - 64, 100 - 63])
    #expect(new == [100, 36, 37])
    #expect(restarted.stale == Counter(0))
    #expect(restarted.lost == Counter(0))
    #expect(restarted.restarts == Counter(1))
  }

  /// A host begins with any number, and its first command counts; the same packet twice does not.
  @Test func `A board obeys the first command of a host that starts anew, whatever its number`() {
    for first in Array(29_900...30_100) + stride(from: 0, through: UInt16.max, by: 255) {
      var decoder = PacketDecoder()
      func packets(_ sequence: UInt16) -> Int {
        Reference.packet(type: 3, sequence: sequence, payload: [1]).count {
          if case .packet = decoder.pushAtBoard($0) { true } else { false }
        }
      }
      #expect(packets(30_000) == 1)
      guard first != 30_000 else {
        #expect(packets(first) == 0)
        continue
      }
      guard packets(first) == 1, packets(first &+ 1) == 1 else {
        Issue.record("the command numbered \(first) was passed over")
        return
      }
    }
  }

  @Test func `A hello numbered 0 starts the count anew, however near`() {
    for last in [0, 3, 20_000, 65_000] as [UInt16] {
      var decoder = PacketDecoder()
      _ = decoder.receive(Reference.packet(type: 3, sequence: last, payload: [1]))
      let stream = hello(0) + Reference.packet(type: 3, sequence: 1, payload: [1])
      #expect(decoder.receive(stream).count == 2)
      var counters = ReceptionCounters()
      counters.packets = Counter(3)
      counters.restarts = Counter(1)
      #expect(decoder.counters == counters, "after \(last)")
    }
  }

  @Test func `A hello that is due is an ordinary packet`() {
    var decoder = PacketDecoder()
    _ = decoder.receive(Reference.packet(type: 3, sequence: .max, payload: [1]))
    _ = decoder.receive(hello(0) + hello(1) + hello(4))
    #expect(decoder.counters.restarts == Counter(0))
    #expect(decoder.counters.lost == Counter(2))
    _ = decoder.receive(hello(4))
    #expect(decoder.counters.stale == Counter(1))
  }
}
