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

  /// The chip at a 7-bit address, which `find` asks whether it is one.
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
    /// Reads what waits. After a reset it describes itself in 280 bytes, and tells that it has started.
    static let drain: UInt8 = 1
    /// Asks for the report that the row has as its value, each 10 ms.
    static let feature: UInt8 = 2
  }

  /// A message that tells that the chip has started.
  private static var resetComplete: UInt8 { 1 }
  /// Where the newest specific force lies in a block, behind ten samples of 12 bytes.
  private static var forcePlace: Int { 120 }
  private static var mostSamples: Int { 10 }

  public var facts: ChipFacts {
    ChipFacts(
      name: "BNO08x", period: 10_000, sampleRate: 100, forceStep: SensorStep.eighthBit,
      rateStep: SensorStep.ninthBit, lookInterval: 2_000)
  }

  /// A chip at its two addresses that answers what it is. Any other chip there would take the question for a write.
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
    var cargo = Cargo()
    var count = 0
    while count < 16, cargo.read(from: address, on: &bus) == .acknowledged, cargo.length > 0 {
      if cargo.channel == Channel.control, cargo[4] == Report.productAnswer { return true }
      count &+= 1
    }
    return false
  }

  public var firstStepAfterReset: UInt16 { 1 }
  public var firstStepOfFIFO: UInt16 { 1 }

  /// After a reset the chip is deaf for 100 ms or more; 300 ms are waited for in Adafruit_BNO08x.cpp.
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
      var cargo = Cargo()
      var (count, result) = (0, BusResult.acknowledged)
      repeat {
        result = cargo.read(from: address, on: &bus)
        count &+= 1
      } while result == .acknowledged && cargo.length > 0 && count < 16
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

  /// Reads the messages that wait, until ten samples have come.
  ///
  /// - Returns: `overflowed` if the chip tells that it has started: then it has forgotten what it was asked for.
  public func readFIFO<Bus: SensorBus>(
    on bus: inout Bus, into block: inout FIFOBlock
  ) -> FIFOReading {
    (block.count, block.left) = (0, 0)
    var cargo = Cargo()
    var messages = 0
    while messages < 8, block.count < Self.mostSamples {
      let result = cargo.read(from: address, on: &bus)
      guard result == .acknowledged else {
        block.hadPart = false
        return block.count > 0 ? .samples : FIFOReading(result)
      }
      guard cargo.length > 0 else { break }
      if cargo.channel == Channel.executable, cargo[4] == Self.resetComplete {
        block.hadPart = false
        return .overflowed
      }
      if cargo.channel == Channel.reports { take(cargo, into: &block) }
      messages &+= 1
    }
    return .samples
  }

  /// Puts the samples of a message into the block. A report of a kind that was not asked for ends it, because its length is not known.
  @inline(never)
  private func take(_ cargo: borrowing Cargo, into block: inout FIFOBlock) {
    var index = 4
    while index < cargo.length {
      let kind = cargo[index]
      if kind == Report.timeBase || kind == Report.rebase {
        index &+= 5
        continue
      }
      guard kind == Report.force || kind == Report.rate, index &+ 10 <= cargo.length else { return }
      let axes = cargo.axes(at: index &+ 4)
      index &+= 10
      if kind == Report.force {
        block.store(axes, at: Self.forcePlace)
        block.hadPart = true
      } else if block.hadPart, block.count < Self.mostSamples {
        block.store(block.axes(at: Self.forcePlace, isBigEndian: false), at: block.count &* 12)
        block.store(axes, at: block.count &* 12 &+ 6)
        block.count &+= 1
      }
    }
  }

  public func counts(at index: Int, in block: borrowing FIFOBlock) -> SensorCounts? {
    SensorCounts(
      force: block.axes(at: index &* 12, isBigEndian: false),
      rate: block.axes(at: index &* 12 &+ 6, isBigEndian: false))
  }

  /// None that a message gives.
  public func temperature<Bus: SensorBus>(on bus: inout Bus) -> Int16? { nil }

  /// The chip lets nobody push its masses. It passes if it answers what it is.
  public func selfTest<Bus: SensorBus>(
    on bus: inout Bus, _ block: inout FIFOBlock
  ) -> SelfTestResult {
    guard send(Channel.control, 0, Report.productRequest, length: 6, on: &bus) == .acknowledged
    else { return .noAnswer }
    bus.pause(milliseconds: 10)
    return isAnswering(on: &bus) ? .passed : .noAnswer
  }
}

/// A message of a BNO08x, with the four bytes before it, or as much of it as there is room for.
private struct Cargo {
  private var bytes = InlineArray<128, UInt8>(repeating: 0)
  /// How many bytes of the message are here, with the four before it; 0 if there was none.
  private(set) var length = 0

  var channel: UInt8 { bytes[2] }

  /// The byte at `index`, taken modulo 128.
  subscript(index: Int) -> UInt8 { bytes[index & 127] }

  func axes(at index: Int) -> SensorCounts.Axes {
    func number(_ index: Int) -> Int16 {
      Int16(
        bitPattern: UInt16(truncatingIfNeeded: self[index])
          | UInt16(truncatingIfNeeded: self[index &+ 1]) &<< 8)
    }
    return .init(number(index), number(index &+ 2), number(index &+ 4))
  }

  /// Reads the next message: its first four bytes, which tell how long it is, and then all of it with these again. The rest of a longer one
  /// comes as messages of their own. Such a rest means nothing: no message of samples is so long, and channel 255 stands for it.
  @inline(never)
  mutating func read<Bus: SensorBus>(from address: UInt8, on bus: inout Bus) -> BusResult {
    length = 0
    var result = fill(4, from: address, on: &bus)
    guard result == .acknowledged else { return result }
    let isRest = bytes[1] & 0x80 != 0
    let told = Int(bytes[0]) | Int(bytes[1] & 0x7F) &<< 8
    // Lines that are high all the time would be a length of 7FFF.
    guard told > 4, told < 0x7FFF else { return .acknowledged }
    result = fill(told < 128 ? told : 128, from: address, on: &bus)
    guard result == .acknowledged else { return result }
    length = told < 128 ? told : 128
    if isRest { bytes[2] = 0xFF }
    return .acknowledged
  }

  private mutating func fill<Bus: SensorBus>(
    _ count: Int, from address: UInt8, on bus: inout Bus
  ) -> BusResult {
    withUnsafeMutableBytes(of: &bytes) { raw in
      raw.withMemoryRebound(to: UInt8.self) {
        bus.read(
          into: UnsafeMutableBufferPointer(start: $0.baseAddress, count: count), of: address)
      }
    }
  }
}
