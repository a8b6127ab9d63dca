/// CEVA's BNO080, BNO085 and BNO086 on I2C, whose own microcontroller reads the sensors and answers by messages, without registers.
///
/// A message is a cargo of SHTP: two bytes with its length and bit 15 for the rest of one that was read in part, a channel, a number, and
/// what it carries. Every reading begins with these four bytes. The chip gives specific force and angular rate with its own calibration, and
/// no attitude is asked for: what a recognizer needs it computes by itself. A sample is an angular rate with the specific force before it,
/// because the chip measures them at rates of their own, 125 and 100 Hz.
///
/// Sources: ceva-dsp/sh2, shtp.c, sh2.c, sh2_err.h and sh2_SensorValue.c; for reading by I2C and the wait after a reset
/// adafruit/Adafruit_BNO08x, Adafruit_BNO08x.cpp; CEVA's data sheet "BNO080/85/86 Datasheet" for addresses and ranges.
public struct BNO08x: SensorChip {
  public let address: UInt8

  /// The chip at a 7-bit address; `find` checks that it is one.
  public init(address: UInt8) { self.address = address }

  private enum Channel {
    static let executable: UInt8 = 1
    static let control: UInt8 = 2
    static let reports: UInt8 = 3
  }

  private enum Report {
    /// Counts of 2⁻⁸ m/s², calibrated, with gravity.
    static let force: UInt8 = 0x01
    /// Counts of 2⁻⁹ rad/s, calibrated.
    static let rate: UInt8 = 0x02
    static let productAnswer: UInt8 = 0xF8
    static let productRequest: UInt8 = 0xF9
    /// Five bytes: times, which are not needed.
    static let rebase: UInt8 = 0xFA
    static let timeBase: UInt8 = 0xFB
    static let setFeature: UInt8 = 0xFD
  }

  /// What a row of the set-up stands for, in the place of a register.
  private enum Step {
    static let reset: UInt8 = 0
    /// Reads the waiting messages. After a reset the chip describes itself in 280 bytes, and reports that it has started.
    static let drain: UInt8 = 1
    /// Asks for the report that the row has as its value, each 10 ms.
    static let feature: UInt8 = 2
  }

  /// The message that the chip has started.
  private static var resetComplete: UInt8 { 1 }
  /// What lies behind a message of at most 60 bytes in a block: for each sample the places of its specific force and of its angular rate,
  /// the newest specific force of the messages before, and the place of that of this message, or 0.
  private static var samplePlace: Int { 60 }
  private static var forcePlace: Int { 120 }
  private static var newestPlace: Int { 127 }
  private static var mostSamples: Int { 5 }

  public var facts: ChipFacts {
    ChipFacts(
      name: "BNO08x", period: 10_000, sampleRate: 100, forceStep: SensorStep.eighthBit,
      rateStep: SensorStep.ninthBit, lookInterval: 2_000)
  }

  /// The chip at the one of its two addresses that answers the request for its product ID. Another chip there would treat it as a write.
  public static func find<Bus: SensorBus>(on bus: inout Bus, _ search: inout ChipSearch) -> Self? {
    guard !Bus.isSPI else { return nil }
    var address: UInt8 = 0x4A
    while address <= 0x4B, !search.isBusHeld {
      let chip = Self(address: address)
      switch chip.send(Channel.control, 0, Report.productRequest, length: 6, on: &bus) {
      case .acknowledged:
        bus.pause(milliseconds: 10)
        if chip.isAnswering(on: &bus) { return chip }
        search.note(address: address, register: Report.productRequest, identity: 0)
      case .timedOut: search.isBusHeld = true
      case .notAcknowledged: break
      }
      address &+= 1
    }
    return nil
  }

  /// True if one of the messages that wait is the answer.
  private func isAnswering<Bus: SensorBus>(on bus: inout Bus) -> Bool {
    var (block, head) = (FIFOBlock(), MessageHead())
    var count = 0
    while count < 16, block.readMessage(from: address, on: &bus, &head) == .acknowledged,
      head.length > 0
    {
      if head.channel == Channel.control, block[4] == Report.productAnswer { return true }
      count &+= 1
    }
    return false
  }

  public var firstStepAfterReset: UInt16 { 1 }
  public var firstStepOfFIFO: UInt16 { 1 }

  /// After a reset the chip does not answer for 100 ms or more; Adafruit_BNO08x.cpp waits for 300 ms.
  public func setUpWrite(_ index: UInt16) -> RegisterWrite {
    switch index {
    case 0: RegisterWrite(Step.reset, 0, pause: 500)
    case 1: RegisterWrite(Step.drain, 0, pause: 10)
    case 2: RegisterWrite(Step.drain, 0)
    case 3: RegisterWrite(Step.feature, Report.force)
    case 4: RegisterWrite(Step.feature, Report.rate)
    default: .end
    }
  }

  /// None: it has no registers.
  public var mark: RegisterWrite { .end }
  public var hasRegisters: Bool { false }

  public func sleepWrite(_ index: UInt16) -> RegisterWrite { .end }

  public func perform<Bus: SensorBus>(_ row: RegisterWrite, on bus: inout Bus) -> BusResult {
    switch row.register {
    case Step.reset: return send(Channel.executable, 0, 1, length: 5, on: &bus)
    case Step.drain:
      var (block, head) = (FIFOBlock(), MessageHead())
      var (count, result) = (0, BusResult.acknowledged)
      repeat {
        result = block.readMessage(from: address, on: &bus, &head)
        count &+= 1
      } while result == .acknowledged && head.length > 0 && count < 16
      return result
    default:
      // The number of the message is that of the report, less 1: each channel counts from 0.
      return send(
        Channel.control, row.value &- 1, Report.setFeature, row.value, length: 21, on: &bus)
    }
  }

  /// Sends a message: its first two bytes, the interval if it is long enough to have one, and zeros.
  ///
  /// The interval, 10,000 µs, stands at bytes 5 to 8 of what a request for a feature carries.
  @inline(never)
  private func send<Bus: SensorBus>(
    _ channel: UInt8, _ number: UInt8, _ first: UInt8, _ second: UInt8 = 0, length: Int,
    on bus: inout Bus
  ) -> BusResult {
    var bytes = InlineArray<21, UInt8>(repeating: 0)
    bytes[0] = UInt8(truncatingIfNeeded: length)
    bytes[2] = channel
    bytes[3] = number
    bytes[4] = first
    bytes[5] = second
    if length > 10 { (bytes[9], bytes[10]) = (0x10, 0x27) }
    return withUnsafeBytes(of: &bytes) { raw in
      raw.withMemoryRebound(to: UInt8.self) {
        bus.write(UnsafeBufferPointer(start: $0.baseAddress, count: length), to: address)
      }
    }
  }

  /// Reads the messages that wait, up to one with samples.
  ///
  /// - Returns: `overflowed` if the chip reports that it has started: then its set-up is lost.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    (block.count, block.left) = (0, 0)
    var head = MessageHead()
    var messages = 0
    while messages < 8, block.count == 0 {
      // The next message would overwrite it.
      if block[Self.newestPlace] > 0 {
        block.copySix(from: Int(block[Self.newestPlace]), to: Self.forcePlace)
        block[Self.newestPlace] = 0
      }
      let result = block.readMessage(from: address, on: &bus, &head)
      guard result == .acknowledged else {
        block.hadPart = false
        return FIFOReading(result)
      }
      guard head.length > 0 else { break }
      if head.channel == Channel.executable, block[4] == Self.resetComplete {
        block.hadPart = false
        return .overflowed
      }
      if head.channel == Channel.reports { take(head.length, of: &block) }
      messages &+= 1
    }
    return .samples
  }

  /// Notes where the samples of the message of `length` bytes are. A report of a kind that was not asked for ends it, because its length is
  /// not known.
  @inline(never)
  private func take(_ length: Int, of block: inout FIFOBlock) {
    var (index, force) = (4, Self.forcePlace)
    while index < length {
      let kind = block[index]
      if kind == Report.timeBase || kind == Report.rebase {
        index &+= 5
        continue
      }
      guard kind == Report.force || kind == Report.rate, index &+ 10 <= length else { return }
      if kind == Report.force {
        force = index &+ 4
        block[Self.newestPlace] = UInt8(truncatingIfNeeded: force)
        block.hadPart = true
      } else if block.hadPart, block.count < Self.mostSamples {
        let place = Self.samplePlace &+ block.count &* 2
        block[place] = UInt8(truncatingIfNeeded: force)
        block[place &+ 1] = UInt8(truncatingIfNeeded: index &+ 4)
        block.count &+= 1
      }
      index &+= 10
    }
  }

  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    let place = Self.samplePlace &+ index &* 2
    func axes(at index: UInt8) -> SensorCounts.Axes {
      let first = Int(index)
      return .init(
        block.littleEndian(at: first), block.littleEndian(at: first &+ 2),
        block.littleEndian(at: first &+ 4))
    }
    return SensorCounts(force: axes(at: block[place]), rate: axes(at: block[place &+ 1]))
  }

  /// None that a message gives.
  public func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? { nil }

  /// The chip has no self-test by moved masses. It passes if it answers with its product ID.
  public func selfTest<Bus: SensorBus>(
    on bus: inout Bus, _ block: inout FIFOBlock
  ) -> SelfTestResult {
    guard send(Channel.control, 0, Report.productRequest, length: 6, on: &bus) == .acknowledged
    else { return .noAnswer }
    bus.pause(milliseconds: 10)
    return isAnswering(on: &bus) ? .passed : .noAnswer
  }
}

/// The content of the first four bytes of a message.
private struct MessageHead {
  /// How many bytes of the message are in the block, from its beginning on, with these four; 0 if there was none.
  var length = 0
  /// The channel; 255 for the rest of a message that was too long for the block. It means nothing, because none with samples is so long.
  var channel: UInt8 = 0
}

extension FIFOBlock {
  /// Reads the next message to the beginning of the block: its first four bytes, which hold its length, and then all of it with these
  /// again. The rest of one with more than 60 bytes comes as messages of their own.
  @inline(never)
  fileprivate mutating func readMessage<Bus: SensorBus>(
    from address: UInt8, on bus: inout Bus, _ head: inout MessageHead
  ) -> BusResult {
    head = MessageHead()
    var result = fill(4, of: address, on: &bus)
    guard result == .acknowledged else { return result }
    let told = Int(self[0]) | Int(self[1] & 0x7F) &<< 8
    let isRest = self[1] & 0x80 != 0
    // Lines that are high all the time would be a length of 7FFF.
    guard told > 4, told < 0x7FFF else { return .acknowledged }
    let length = told < 60 ? told : 60
    result = fill(length, of: address, on: &bus)
    guard result == .acknowledged else { return result }
    head = MessageHead(length: length, channel: isRest ? 0xFF : self[2])
    return .acknowledged
  }
}
