// This file is also available under the MIT license.

/// A BNO080, BNO085 or BNO086 on I2C, after ceva-dsp/sh2 (shtp.c, sh2.c, sh2_SensorValue.c), adafruit/Adafruit_BNO08x and CEVA's data sheet.
///
/// It receives and sends messages of SHTP. It does not stretch the clock, and its interrupt, which is active low, is not wired.
public final class BNO08xModel: ChipModel {
  /// How long it is deaf after a reset, µs. Adafruit_BNO08x.cpp waits for 300 ms.
  public var startTime: UInt64 = 100_000
  /// True if both sensors' reports come in one message, when both are due.
  public var joinsReports = false
  /// How many messages wait at most; older ones are lost.
  public var mostMessages = 8

  /// A message that waits: its channel, what it carries, and how much of that was read.
  private struct Cargo {
    var channel: UInt8
    var bytes: [UInt8]
    var isRest = false
  }

  private var waiting: [Cargo] = []
  /// What the host writes; the message that was the first when it began to read, and the place of the next byte of it.
  private var incoming: [UInt8] = []
  private var outgoing: Cargo?
  private var place = 0
  private var numbers = [UInt8](repeating: 0, count: 6)
  private var bootEnd: UInt64 = 0
  private var hasBooted = false
  /// The interval of each report, µs; 0 while it was not asked for.
  private var intervals: [UInt8: UInt32] = [:]
  private var force = SIMD3<Int16>.zero
  private var forceTime: UInt64 = 0
  /// Every message that was written.
  public private(set) var messages: [[UInt8]] = []

  public override var name: String { "BNO08x" }
  public override var spi: SPI { .none }

  override func powerOn() {
    super.powerOn()
    (waiting, incoming, outgoing, hasBooted, intervals) = ([], [], nil, false, [:])
    (numbers, forceTime) = ([UInt8](repeating: 0, count: 6), 0)
    bootEnd = now + startTime
  }

  /// The gyroscope's nearest rate is 100 Hz, the accelerometer's 125 Hz.
  override var period: Double? {
    (intervals[1] ?? 0) > 0 && (intervals[2] ?? 0) > 0 ? 10_000 : nil
  }

  /// Q8 m/s² and Q9 rad/s.
  override var scale: (force: Double, rate: Double, push: ChipMotion) {
    (9.80665 * 256, .pi / 180 * 512, ChipMotion(force: .zero, rate: .zero))
  }

  /// An angular rate; and before it the specific force, if its time has come since the last one.
  override func take(_ counts: ChipCounts) {
    var reports: [[UInt8]] = []
    let due = now / 8_000 * 8_000
    if due != forceTime {
      forceTime = due
      force = (motion(Double(due) / 1e6).force * scale.force).counts
      reports.append(Self.report(1, force))
    }
    reports.append(Self.report(2, counts.rate))
    emit(ChipCounts(time: now, force: force, rate: counts.rate))
    let base: [UInt8] = [0xFB, 0, 0, 0, 0]
    if joinsReports {
      send(3, base + reports.flatMap(\.self))
    } else {
      for report in reports { send(3, base + report) }
    }
  }

  private static func report(_ kind: UInt8, _ axes: SIMD3<Int16>) -> [UInt8] {
    [kind, 0, 3, 0] + axes.littleEndianBytes
  }

  private func send(_ channel: UInt8, _ bytes: [UInt8]) {
    waiting.append(Cargo(channel: channel, bytes: bytes))
    // One that is read, or was in part, stays.
    if waiting.count > mostMessages {
      waiting.remove(at: outgoing != nil || waiting[0].isRest ? 1 : 0)
    }
  }

  private func boot() {
    guard !hasBooted, now >= bootEnd else { return }
    hasBooted = true
    // It describes itself, reports that it has started, and that it has done so by itself.
    send(0, [0x00] + (0..<271).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    send(1, [0x01])
    send(2, [0xF1, 0x00, 0x84, 0x00, 0x00, 0x00, 0x01] + [UInt8](repeating: 0, count: 9))
  }

  public override func start(isRead: Bool) -> Bool {
    boot()
    guard hasBooted, super.start(isRead: isRead) else { return false }
    if isRead {
      if !incoming.isEmpty { violate("a register is read") }
      (outgoing, place) = (waiting.first, 0)
    } else {
      incoming = []
    }
    return true
  }

  public override func write(_ byte: UInt8) -> Bool {
    incoming.append(byte)
    return true
  }

  /// Four bytes with the length of what is left, and that; zeros behind it.
  public override func read() -> UInt8 {
    guard let cargo = outgoing else { return 0 }
    defer { place += 1 }
    let length = cargo.bytes.count + 4
    switch place {
    case 0: return UInt8(length & 0xFF)
    case 1: return UInt8(length >> 8) | (cargo.isRest ? 0x80 : 0)
    case 2: return cargo.channel
    case 3: return numbers[Int(cargo.channel)]
    default: return place < length ? cargo.bytes[place - 4] : 0
    }
  }

  public override func stop() {
    if var cargo = outgoing {
      // What was read is gone. After the first four bytes the rest is all of it.
      cargo.bytes.removeFirst(min(max(place - 4, 0), cargo.bytes.count))
      cargo.isRest = true
      waiting[0] = cargo
      if cargo.bytes.isEmpty {
        numbers[Int(cargo.channel)] &+= 1
        waiting.removeFirst()
      }
    }
    outgoing = nil
    if !incoming.isEmpty { take(incoming) }
    incoming = []
    super.stop()
  }

  private func take(_ message: [UInt8]) {
    messages.append(message)
    guard message.count > 4, Int(message[0]) | Int(message[1]) << 8 == message.count else {
      return violate("a message of \(message.count) bytes tells another length")
    }
    switch (message[2], message[4]) {
    case (1, 1): wasReset()
    case (2, 0xF9):
      send(2, [0xF8, 0x00, 0x03, 0x02] + [UInt8](repeating: 0, count: 12))
    case (2, 0xFD):
      guard message.count == 21, message[5] == 1 || message[5] == 2 else {
        return violate("a feature is asked for that it does not have, or in a wrong form")
      }
      intervals[message[5]] = message[9..<13].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      send(2, [0xFC] + message[5...])
    default: violate("channel \(message[2]) gets \(message[4])")
    }
  }
}
