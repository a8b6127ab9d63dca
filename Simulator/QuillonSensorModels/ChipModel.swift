// This file is also available under the MIT license.

/// A sensor chip as its registers show it, on an I2C bus: what all chips share.
///
/// It measures a motion that a closure gives as a function of time, without noise and without the delay of its filters. A model reads
/// its registers as the maker's sources describe them and shares no constant with a driver. What a driver must not do is noted in
/// ``violations``.
open class ChipModel {
  /// The motion at a time in seconds.
  public typealias Motion = (Double) -> ChipMotion

  /// The 7-bit address.
  public let address: UInt8
  /// The motion that is measured.
  public var motion: Motion
  /// What goes wrong, and when. The magnetometer of the package has the same supply and the same wires.
  public var faults: [ChipModelFault] = [] {
    didSet {
      pendingFaults = faults
      magnetometer?.faults = faults.filter {
        switch $0 {
        case .reset, .noAcknowledge: true
        default: false
        }
      }
    }
  }
  /// The magnetometer in the package, a device of its own on the bus; nil if there is none.
  public var magnetometer: MagnetometerModel?
  /// All samples that it made while it was set up to put them into the FIFO; of a chip without one, those that were read.
  public private(set) var emitted: [ChipCounts] = []
  /// What no driver should do: registers that do not exist, bursts that the chip does not offer.
  public var violations: [String] { ownViolations + (magnetometer?.violations ?? []) }
  private var ownViolations: [String] = []
  /// Notes a violation.
  func violate(_ rule: String) { ownViolations.append("\(name): \(rule)") }
  /// Every register that was written, with its value, in order.
  public private(set) var writes: [(register: UInt8, value: UInt8)] = []
  /// The time of the newest rising edge of the interrupt pin, µs; nil before the first one.
  public private(set) var lastEdge: UInt64?
  /// How much of the push of its self-test its masses show: 1 of a whole chip.
  public var selfTestResponse = 1.0
  /// The temperature, °C.
  public var temperature = 25.0
  /// How fast its clock runs: 1.02 makes 2 % more samples a second.
  public var clockFactor = 1.0

  /// How often it has started: at power-on and after each reset.
  public private(set) var startCount = 0

  /// The time, µs.
  public private(set) var now: UInt64 = 0
  /// The registers; a chip with banks has 128 for each.
  var registers = [UInt8](repeating: 0, count: 512)
  private var pendingFaults: [ChipModelFault] = []
  private var heldClocks = 0
  private var isStopped = false
  /// True once the chip listens to another bus than I2C. Only a new supply brings it back.
  var isLost = false
  private var needsReset = false
  private var pointer: UInt8?
  private var nextSample: Double?
  /// When both sensors began to measure, µs.
  private var startedAt: UInt64 = 0
  private var wasHigh = false
  private var pulseEnd: UInt64 = 0
  /// The force that was seen last while the chip looks for motion.
  private var seen: SIMD3<Double>?

  /// A chip after power-on.
  public init(address: UInt8, motion: @escaping Motion) {
    (self.address, self.motion) = (address, motion)
    powerOn()
  }

  /// How a chip answers on SPI.
  public enum SPI: Sendable {
    /// It has none.
    case none
    /// Its bytes follow the register's address at once.
    case direct
    /// A byte without meaning comes first. After each start the chip listens once the selecting pin has risen.
    case delayed
    /// Its bytes follow at once, but after each start it listens once the selecting pin has risen.
    case afterEdge
  }

  // What a chip gives.

  /// True while it is connected by SPI. A chip that also has I2C must have that disabled, or it treats the traffic with other chips as its
  /// own (ArduPilot/ardupilot, AP_InertialSensor_Invensense.cpp: "Recommended in Datasheet").
  public var isOnSPI = false

  /// How it answers on SPI.
  open var spi: SPI { .direct }

  /// Its name, as drivers call it.
  open var name: String { "" }
  /// Puts the registers into the state after power-on.
  func powerOn() {
    registers = [UInt8](repeating: 0, count: registers.count)
    startCount += 1
  }
  /// The register that holds the identity.
  var identityRegister: UInt8 { 0 }
  /// The time between samples, µs, as set by the registers; nil while both sensors do not measure.
  var period: Double? { nil }
  /// How long the sensors' filters need to settle once both measure, µs. What they give before is wrong, and no sample.
  var settlingTime: UInt64 { 0 }
  /// True if samples go into the FIFO.
  var fillsFIFO: Bool { false }
  /// Counts of one g and of one °/s, and what the self-test adds, g and °/s.
  var scale: (force: Double, rate: Double, push: ChipMotion) {
    (1, 1, ChipMotion(force: .zero, rate: .zero))
  }
  /// Notes a sample that a chip without a FIFO gave.
  func emit(_ counts: ChipCounts) { emitted.append(counts) }
  /// Stores a sample: data registers, FIFO, status.
  func take(_ counts: ChipCounts) {}
  /// The value of a register, and what reading it changes.
  func value(of register: UInt8) -> UInt8 { registers[Int(register)] }
  /// Stores a value, and what writing it changes.
  func store(_ value: UInt8, in register: UInt8) { registers[Int(register)] = value }
  /// The register after one in a burst.
  func next(after register: UInt8) -> UInt8 { register &+ 1 }
  /// Which registers may be written.
  func isWritable(_ register: UInt8) -> Bool { true }
  /// True while the FIFO holds the pin high; chips that pulse instead call `pulse`.
  var holdsPin: Bool { false }
  /// How much the force of an axis has to change for the chip to see motion, g; nil while it does not look.
  var motionThreshold: Double? { nil }
  /// Reports motion.
  func noticeMotion() { pulse() }

  /// Looks for motion every 50 ms, and compares with the time before.
  private func watch() {
    guard let motionThreshold else { return seen = nil }
    let force = motion(Double(now) / 1e6).force
    defer { seen = force }
    guard let seen else { return }
    let difference = force - seen
    if difference.max() > motionThreshold || difference.min() < -motionThreshold { noticeMotion() }
  }

  /// Raises the pin for 50 µs.
  func pulse() { raise(until: now + 50) }

  private func raise(until end: UInt64) {
    if now >= pulseEnd || !wasHigh { lastEdge = now }
    pulseEnd = end
    wasHigh = true
  }

  /// A FIFO or the power was started anew.
  func restarted() {
    if !needsReset { isStopped = false }
  }

  // The pin and time.

  /// The level of the interrupt pin, active high.
  public var interruptLevel: Bool { holdsPin || now < pulseEnd }

  /// When the chip does something next, µs, at the latest in 50 ms.
  public var nextChange: UInt64 {
    let faults = pendingFaults.compactMap(\.time).filter { $0 > now }
    let sample = nextSample.map { UInt64($0) } ?? .max
    let pulse = pulseEnd > now ? pulseEnd : .max
    return max(min(sample, pulse, faults.min() ?? .max, now + 50_000), now + 1)
  }

  /// Lets time pass up to `time`, µs. Earlier times change nothing.
  public func advance(to time: UInt64) {
    while now < time {
      let step = min(time, nextChange)
      let watched = now / 50_000
      now = step
      applyFaults()
      if let due = nextSample, Double(now) >= due.rounded(.down) { sample(due) }
      reschedule()
      if now / 50_000 != watched { watch() }
      updatePin()
    }
  }

  private func applyFaults() {
    pendingFaults.removeAll { fault in
      guard let time = fault.time, time <= now else { return false }
      switch fault {
      case .reset:
        (isStopped, needsReset, isLost, nextSample) = (false, false, false, nil)
        powerOn()
      case .stop(_, let untilReset): (isStopped, needsReset) = (true, untilReset)
      case .holdSDA(_, let clocks): heldClocks = clocks
      case .flip(_, let register, let bits): registers[Int(register)] ^= bits
      default: return false
      }
      return true
    }
  }

  private func sample(_ due: Double) {
    guard let period else { return }
    nextSample = due + period / clockFactor
    guard !isStopped else { return }
    let (force, rate, push) = scale
    let moved = motion(due / 1e6)
    let counts = ChipCounts(
      time: now, force: ((moved.force + push.force * selfTestResponse) * force).counts,
      rate: ((moved.rate + push.rate * selfTestResponse) * rate).counts)
    if fillsFIFO {
      emitted.append(counts)
      if now &- startedAt < settlingTime {
        violate("the FIFO takes samples of a filter that has not settled")
      }
    }
    take(counts)
  }

  /// Starts and stops the sampling as set by the registers.
  private func reschedule() {
    guard let period else { return nextSample = nil }
    if nextSample == nil { nextSample = Double(now) + period / clockFactor }
  }

  private func updatePin() {
    if holdsPin, !wasHigh { lastEdge = now }
    wasHigh = interruptLevel
  }

  // The bus.

  /// True while the bus reaches the chip.
  var isReachable: Bool { true }

  /// True while the chip connects the bus to the pins to which its magnetometer is connected.
  var hasBypass: Bool { false }

  /// True while the chip holds SDA low.
  public var holdsSDA: Bool { heldClocks > 0 }

  /// A clock of the master while it frees the bus.
  public func clock() { heldClocks = max(0, heldClocks - 1) }

  /// A start condition and the chip's address. Returns whether it acknowledges.
  public func start(isRead: Bool) -> Bool {
    guard isReachable else { return false }
    let isDeaf = faults.contains {
      if case .noAcknowledge(let range) = $0 { range.contains(now) } else { false }
    }
    if !isRead { pointer = nil }
    return !isDeaf && !holdsSDA && !isLost
  }

  /// A byte of the master: the register first. Returns whether the chip acknowledges.
  public func write(_ byte: UInt8) -> Bool {
    guard let register = pointer else {
      pointer = byte
      return true
    }
    pointer = next(after: register)
    writes.append((register, byte))
    if !isWritable(register) { violate("register \(register) was written") }
    let before = period
    store(byte, in: register)
    if before != period { nextSample = nil }
    if before == nil { startedAt = now }
    if isSleepingByPower { powerWentOff() }
    reschedule()
    updatePin()
    return true
  }

  /// A byte for the master.
  public func read() -> UInt8 {
    let register = pointer ?? 0
    pointer = next(after: register)
    let value = register == identityRegister ? identity ?? value(of: register) : value(of: register)
    updatePin()
    return value
  }

  /// A stop condition.
  public func stop() { pointer = nil }

  private var identity: UInt8? {
    faults.lazy.compactMap { if case .identity(let value) = $0 { value } else { nil } }.first
  }

  private var isSleepingByPower: Bool { period == nil }

  private func powerWentOff() {
    nextSample = nil
  }

  /// The chip was reset by a command: a stopped one runs again.
  func wasReset() {
    (isStopped, needsReset, nextSample) = (false, false, nil)
    powerOn()
  }
}

extension ChipModelFault {
  /// When it begins; nil for what is always so.
  var time: UInt64? {
    switch self {
    case .noAcknowledge(let range): range.lowerBound
    case .holdSDA(let time, _), .reset(let time), .stop(let time, _), .flip(let time, _, _): time
    case .identity: nil
    }
  }
}
