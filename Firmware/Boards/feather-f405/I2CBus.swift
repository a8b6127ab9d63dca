import BoardSupport
import QuillonSensors

/// I2C 1 on PB7 and PB6 as the only master, at 400 kHz (RM0090, section 27). The core sleeps between bytes.
public struct I2CBus: SensorBus {
  /// The time limit of a transfer, µs.
  private static var limit: UInt32 { 10_000 }

  private enum Flag {
    static var started: UInt32 { 1 &<< 0 }
    static var addressed: UInt32 { 1 &<< 1 }
    static var finished: UInt32 { 1 &<< 2 }
    static var received: UInt32 { 1 &<< 6 }
    static var canSend: UInt32 { 1 &<< 7 }
    /// The device did not acknowledge; another device drove a line.
    static var refused: UInt32 { 1 &<< 10 }
    static var broken: UInt32 { 1 &<< 9 }
    /// A misplaced start or stop. As a master the controller reports some that did not occur, and continues anyway (ES0182,
    /// "Spurious bus error detection in Master mode").
    static var spurious: UInt32 { 1 &<< 8 }
  }

  private enum Order {
    static var enable: UInt32 { 1 &<< 0 }
    static var start: UInt32 { 1 &<< 8 }
    static var stop: UInt32 { 1 &<< 9 }
    static var acknowledge: UInt32 { 1 &<< 10 }
    /// `acknowledge` applies to the byte after the next one.
    static var position: UInt32 { 1 &<< 11 }
    static var reset: UInt32 { 1 &<< 15 }
  }

  private static func register(_ offset: UInt) -> Register { Register(0x4000_5400 &+ offset) }
  private static var control: Register { register(0x00) }
  private static var data: Register { register(0x10) }
  private static var status: Register { register(0x14) }

  /// The lines' pins.
  private static var sda: Pin { Pin.b(7) }
  private static var scl: Pin { Pin.b(6) }

  /// Connects the pins and sets up the controller.
  static func start() {
    connect(sda)
    connect(scl)
    control.store(Order.reset)
    control.store(0)
    // The peripheral's clock, MHz; 105 periods of 42 MHz a bit, of which 70 low; 300 ns to rise.
    register(0x04).store(ClockTree.slowPeripherals / 1_000_000)
    register(0x1C).store(1 &<< 15 | 35)
    register(0x20).store(13)
    control.store(Order.enable)
  }

  private static func connect(_ pin: Pin) {
    pin.configure(Pin.Mode.function, pull: Pin.Pull.up, function: 4, isOpenDrain: true)
  }

  public mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, to device: UInt8) -> BusResult {
    let begin = STM32F405.microseconds
    let result = send(device, bytes, begin)
    Self.control.set(Order.stop)
    return result
  }

  public mutating func read(
    into bytes: UnsafeMutableBufferPointer<UInt8>, from register: UInt8, of device: UInt8
  ) -> BusResult {
    let begin = STM32F405.microseconds
    var register = register
    let result = withUnsafePointer(to: &register) {
      send(device, UnsafeBufferPointer(start: $0, count: 1), begin)
    }
    guard result == .acknowledged else {
      Self.control.set(Order.stop)
      return result
    }
    return receive(device, bytes, begin)
  }

  #if BNO08X
    public mutating func read(
      into bytes: UnsafeMutableBufferPointer<UInt8>, of device: UInt8
    ) -> BusResult {
      let begin = STM32F405.microseconds
      guard isFree(begin) else { return .timedOut }
      return receive(device, bytes, begin)
    }
  #endif

  /// Waits for the end of a stop that is under way, and for lines that no device holds low.
  @inline(__always)
  private func isFree(_ begin: UInt32) -> Bool {
    while Self.register(0x18).load() & 0b10 != 0 || Self.control.load() & Order.stop != 0 {
      guard STM32F405.microseconds &- begin < Self.limit else { return false }
    }
    return true
  }

  /// A start, the address and the bytes; ends when the last one is out.
  @inline(never)
  private func send(_ device: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, _ begin: UInt32)
    -> BusResult
  {
    guard isFree(begin) else { return .timedOut }
    let result = address(device &<< 1, begin)
    guard result == .acknowledged else { return result }
    clearAddressed()
    var index = 0
    while index < bytes.count {
      let result = wait(for: Flag.canSend, begin)
      guard result == .acknowledged else { return result }
      Self.data.store(UInt32(truncatingIfNeeded: bytes[index]))
      index &+= 1
    }
    return wait(for: Flag.finished, begin)
  }

  /// A repeated start, the address and the bytes, a stop. The last byte is refused, which has to be ordered before it comes
  /// (RM0090, 27.3.3 "Master receiver").
  @inline(never)
  private func receive(
    _ device: UInt8, _ bytes: UnsafeMutableBufferPointer<UInt8>, _ begin: UInt32
  ) -> BusResult {
    let count = bytes.count
    Self.control.store(
      Order.enable | (count == 2 ? Order.position : 0) | (count > 1 ? Order.acknowledge : 0))
    var result = address(device &<< 1 | 1, begin)
    guard result == .acknowledged else {
      Self.control.set(Order.stop)
      return result
    }
    if count == 2 { Self.control.clear(Order.acknowledge) }
    clearAddressed()
    if count == 1 { Self.control.set(Order.stop) }
    var index = 0
    while index < count {
      let left = count &- index
      // Of the last three bytes two are in the controller before an order is given.
      let isPair = left == 3 || left == 2 && count > 1
      result = wait(for: isPair ? Flag.finished : Flag.received, begin)
      guard result == .acknowledged else {
        Self.control.store(Order.enable | Order.stop)
        return result
      }
      if left == 3 { Self.control.clear(Order.acknowledge) }
      if left == 2 { Self.control.set(Order.stop) }
      bytes[index] = UInt8(truncatingIfNeeded: Self.data.load())
      index &+= 1
      if left == 2 {
        bytes[index] = UInt8(truncatingIfNeeded: Self.data.load())
        index &+= 1
      }
    }
    return .acknowledged
  }

  private func address(_ byte: UInt8, _ begin: UInt32) -> BusResult {
    Self.control.set(Order.start)
    let result = wait(for: Flag.started, begin)
    guard result == .acknowledged else { return result }
    Self.data.store(UInt32(truncatingIfNeeded: byte))
    return wait(for: Flag.addressed, begin)
  }

  /// Reading both status registers lets the transfer continue.
  private func clearAddressed() {
    _ = Self.status.load()
    _ = Self.register(0x18).load()
  }

  /// Sleeps until a flag is up.
  @inline(never)
  private func wait(for flag: UInt32, _ begin: UInt32) -> BusResult {
    while true {
      let flags = Self.status.load()
      if flags & Flag.refused != 0 {
        Self.status.store(~Flag.refused & 0xFFFF)
        return .notAcknowledged
      }
      if flags & flag != 0 { return .acknowledged }
      if flags & Flag.spurious != 0 { Self.status.store(~Flag.spurious & 0xFFFF) }
      guard flags & Flag.broken == 0, STM32F405.microseconds &- begin < Self.limit else {
        Self.status.store(~Flag.broken & 0xFFFF)
        return .timedOut
      }
      // Events and errors; single bytes only where they are waited for.
      let single: UInt32 = flag & (Flag.received | Flag.canSend) != 0 ? 1 &<< 10 : 0
      // An event that is not waited for may be up already. Its handler must not silence the controller before the core sleeps: the core
      // would miss the event that it waits for. `flag_sleep` releases the interrupts.
      interrupts_hold()
      Self.register(0x04).set(1 &<< 9 | 1 &<< 8 | single)
      flag_sleep(Self.status.address, flag | Flag.refused | Flag.broken | Flag.spurious)
      Self.silence()
    }
  }

  /// The interrupt handler's whole work: the core is awake, so it needs no more interrupts.
  static func silence() { register(0x04).clear(0b111 &<< 8) }

  public mutating func free() {
    Self.control.store(0)
    takeOver(Self.sda)
    takeOver(Self.scl)
    for _ in 0..<9 {
      Self.scl.set(isHigh: false)
      wait()
      Self.scl.set(isHigh: true)
      wait()
    }
    // A stop: SDA rises while SCL is high.
    Self.scl.set(isHigh: false)
    Self.sda.set(isHigh: false)
    wait()
    Self.scl.set(isHigh: true)
    wait()
    Self.sda.set(isHigh: true)
    wait()
    Self.start()
  }

  /// Makes the pin one that pulls its line low or releases it; releases it first.
  private func takeOver(_ pin: Pin) {
    pin.set(isHigh: true)
    pin.configure(Pin.Mode.output, pull: Pin.Pull.up, isOpenDrain: true)
  }

  /// Half of a slow clock's period, 5 µs.
  private func wait() {
    let begin = STM32F405.microseconds
    while STM32F405.microseconds &- begin < 6 {}
  }

  public mutating func pause(milliseconds: UInt32) {
    let begin = STM32F405.microseconds
    while STM32F405.microseconds &- begin < milliseconds &* 1_000 {
      interrupt_sleep()
      Watchdog.feed()
    }
  }
}
