import QuillonSerialFormats
import Testing

/// A board's time: wrapped, jumped, absent.
@Suite struct TimeTests {
  @Test func timeWrapsAfterSeventyOneMinutes() {
    let times = self.times([4_294_960_000, 4_294_967_300, 4_294_980_000])
    #expect(times == [4_294_960_000, 4, 12_704])
  }

  /// One message with a wrong time, whichever way, is passed over or does no harm to the next.
  @Test func aTimeThatJumpsOnceIsDamage() {
    #expect(times([1_000_000, 900_000_000, 1_010_000]) == [1_000_000, 1_010_000])
    #expect(times([50_000_000, 1_000, 50_010_000]) == [50_000_000, 50_010_000])
    #expect(
      times([1_000_000, 6_000_000, 1_010_000, 1_020_000]).suffix(2) == [1_010_000, 1_020_000])
  }

  @Test func aBoardThatStartsAnewIsBelievedFromItsSecondMessageOn() {
    #expect(times([50_000_000, 1_000, 11_000, 21_000]) == [50_000_000, 11_000, 21_000])
  }

  @Test func nanosecondsAndSecondsBecomeMicroseconds() {
    // Reference time in ns, beyond 32 bits of µs.
    #expect(mipTime(0xD5, 5_000_000_123_456) == UInt32(truncatingIfNeeded: 5_000_000_123))
    #expect(mipTime(0xD5, UInt64.max) == UInt32(truncatingIfNeeded: UInt64.max / 1000))
    for seconds in [0.0005, 0.75, 1.0, 4_294.967296, 604_799.999999] {
      let expected = UInt32(truncatingIfNeeded: UInt64((seconds * 1e6).rounded()))
      #expect(mipTime(0x12, seconds.bitPattern) == expected, "\(seconds) s")
    }
    #expect(mipTime(0x12, Double.nan.bitPattern) == nil)
    #expect(mipTime(0x12, Double(-5).bitPattern) == nil)
  }

  /// Lines whose time has no unit; `%` is the time.
  private static let lines = [
    ("time,ax,ay,az,gx,gy,gz\n", "%,0,0,1,90,0,0\n"), ("", "%,0,0,1,90,0,0\n"),
    ("", "t:%,ax:0,ay:0,az:1,gx:90,gy:0,gz:0\n"),
    ("", #"{"ts":%,"ax":0,"ay":0,"az":1,"gx":90,"gy":0,"gz":0}"# + "\n"),
  ]

  /// A time that goes too far in ms is µs or ns. A unit that is wrong costs a line.
  @Test(arguments: [5, 10, 20, 50], [1, 1000])
  func aTimeWithoutAUnitMayBeMicrosecondsOrNanoseconds(rate: Int, scale: Int) {
    let step = 1_000_000 / rate
    for (header, line) in Self.lines {
      let sent = (0..<40).map { (2_140_132 + $0 * step + $0 * 37 % 200) * scale }
      let found = times(of: sent, header, line)
      #expect(found.count >= 37, "\(line): \(found.count)")
      let steps = zip(found, found.dropFirst()).suffix(30).map { Int($1 &- $0) }
      #expect(steps.allSatisfy { abs($0 - step) <= 201 }, "\(line): \(steps)")
    }
  }

  /// Damage to one time, and a unit that a name gives, change no unit.
  @Test func millisecondsStay() {
    for (header, line) in Self.lines {
      for damaged in [0, 1, 2, 20] {
        var sent = (0..<40).map { 2_140 + $0 * 20 }
        sent[damaged] = 91_002_140
        let found = times(of: sent, header, line)
        #expect(found.count >= 38)
        #expect(zip(found, found.dropFirst()).suffix(10).allSatisfy { $1 &- $0 == 20_000 })
      }
    }
    let sent = (0..<40).map { 2_140 + $0 * 20_000 }
    #expect(times(of: sent, "", "t_ms:%,ax:0,ay:0,az:1\n").count == 1)
  }

  /// The times of lines that are sent with these, µs.
  private func times(of sent: [Int], _ header: String, _ line: String) -> [UInt32] {
    var decoder = FramedDecoder(LineFormat(ColumnFormat()))
    let text = header + sent.map { line.replacing("%", with: "\($0)") }.joined()
    return decoder.readings(in: Array(text.utf8)).compactMap(\.time)
  }

  /// The times of x-IMU3 messages that are sent with these.
  private func times(_ sent: [UInt64]) -> [UInt32?] {
    var decoder = FramedDecoder(LineFormat(XIMU3Format()))
    let text = sent.map { "I,\($0),0.0,0.0,0.0,0.0,0.0,1.0\n" }.joined()
    return decoder.readings(in: Array(text.utf8)).map(\.time)
  }

  /// The time of a MIP packet with this field, followed by two bytes more where they belong to it.
  private func mipTime(_ descriptor: UInt8, _ value: UInt64) -> UInt32? {
    let data = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    let field = data + (descriptor == 0x12 ? [0, 0, 0, 6] : [])
    var packet: [UInt8] = [
      0x75, 0x65, 0x80, UInt8(field.count + 2), UInt8(field.count + 2), descriptor,
    ]
    packet += field
    var (sum, sumOfSums): (UInt8, UInt8) = (0, 0)
    for byte in packet {
      sum &+= byte
      sumOfSums &+= sum
    }
    var decoder = FramedDecoder(MIPFormat())
    return decoder.readings(in: packet + [sum, sumOfSums]).first?.time
  }
}
