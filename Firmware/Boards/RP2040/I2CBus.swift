import BoardSupport
import QuillonSensors

/// An I2C controller as the only master, at 400 kHz (RP2040 Datasheet, 4.3). The core sleeps while it works.
public struct I2CBus: SensorBus {
  let sda: UInt32
  let scl: UInt32

  /// The time limit of a transfer, µs.
  private static var limit: UInt32 { 10_000 }

  private enum Flag {
    static var received: UInt32 { 1 &<< 2 }
    static var canSend: UInt32 { 1 &<< 4 }
    static var aborted: UInt32 { 1 &<< 6 }
    static var stopped: UInt32 { 1 &<< 9 }
  }

  /// Two neighbors of the four pins in a row that two controllers share (2.19.2).
  @inline(__always)
  private func register(_ offset: UInt) -> Register {
    Register((sda & 2 == 0 ? Chip.Address.i2c0 : Chip.Address.i2c1) &+ offset)
  }

  /// The interrupt of the controller.
  var interrupt: UInt { sda & 2 == 0 ? Chip.Interrupt.i2c0 : Chip.Interrupt.i2c1 }

  /// Connects the pins and sets up the controller.
  func start() {
    Pin(sda).connect(to: Pin.Function.i2c, isPulledUp: true)
    Pin(scl).connect(to: Pin.Function.i2c, isPulledUp: true)
    register(0x6C).store(0)
    // Master, fast, addresses of 7 bits, repeated starts, no slave.
    register(0x00).store(1 &<< 6 | 1 &<< 5 | 0b10 &<< 1 | 1)
    // 160 periods of 64 MHz a bit, of which 96 low; spikes of 6 and data held for 20 (300 ns) (4.3.14).
    register(0x1C).store(64)
    register(0x20).store(96)
    register(0xA0).store(6)
    register(0x7C).store(20)
    register(0x30).store(0)
    register(0x3C).store(0)
  }

  public mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, to device: UInt8) -> BusResult {
    transfer(device, bytes, UnsafeMutableBufferPointer(start: nil, count: 0))
  }

  public mutating func read(
    into bytes: UnsafeMutableBufferPointer<UInt8>, from register: UInt8, of device: UInt8
  ) -> BusResult {
    var register = register
    return withUnsafePointer(to: &register) {
      transfer(device, UnsafeBufferPointer(start: $0, count: 1), bytes)
    }
  }

  #if BNO08X
    public mutating func read(
      into bytes: UnsafeMutableBufferPointer<UInt8>, of device: UInt8
    ) -> BusResult {
      transfer(device, UnsafeBufferPointer(start: nil, count: 0), bytes)
    }
  #endif

  /// Writes, then reads after a repeated start.
  @inline(never)
  private func transfer(
    _ device: UInt8, _ outgoing: UnsafeBufferPointer<UInt8>,
    _ incoming: UnsafeMutableBufferPointer<UInt8>
  ) -> BusResult {
    register(0x6C).store(0)
    let begin = Timer.microseconds
    // The address can be changed only when what was under way has ended and the controller is disabled (4.3.6.3.2).
    while register(0x9C).load() & 1 != 0 {
      guard Timer.microseconds &- begin < Self.limit else { return .timedOut }
    }
    register(0x04).store(UInt32(truncatingIfNeeded: device))
    register(0x6C).store(1)
    _ = register(0x40).load()
    let total = outgoing.count &+ incoming.count
    var (asked, got) = (0, 0)
    while true {
      while got < incoming.count, register(0x78).load() > 0 {
        incoming[got] = UInt8(truncatingIfNeeded: register(0x10).load())
        got &+= 1
      }
      // No more is asked for than the FIFO of 16 bytes holds.
      while asked < total, asked &- outgoing.count &- got < 16, register(0x74).load() < 16 {
        register(0x10).store(command(asked, outgoing, total))
        asked &+= 1
      }
      let flags = register(0x34).load()
      // An abort is followed by a stop, which the controller makes by itself.
      if flags & Flag.stopped != 0 {
        if flags & Flag.aborted != 0 { return .notAcknowledged }
        if got == incoming.count { return .acknowledged }
      }
      guard Timer.microseconds &- begin < Self.limit else {
        register(0x6C).store(0)
        return .timedOut
      }
      // Wakes when half of the FIFO, or all that is still to come, has come.
      let missing = incoming.count &- got
      if missing > 0 {
        register(0x38).store(UInt32(truncatingIfNeeded: missing < 8 ? missing : 8) &- 1)
      }
      sleep(
        until: Flag.stopped | (missing > 0 ? Flag.received : 0)
          | (missing == 0 && asked < total ? Flag.canSend : 0))
    }
  }

  /// The entry of the FIFO for byte `index` of a transfer.
  @inline(__always)
  private func command(_ index: Int, _ outgoing: UnsafeBufferPointer<UInt8>, _ total: Int) -> UInt32
  {
    let stop: UInt32 = index &+ 1 == total ? 1 &<< 9 : 0
    if index < outgoing.count { return UInt32(truncatingIfNeeded: outgoing[index]) | stop }
    // Before a first byte the controller makes a start by itself.
    let restart: UInt32 = index == outgoing.count && index > 0 ? 1 &<< 10 : 0
    return 1 &<< 8 | restart | stop
  }

  private func sleep(until flags: UInt32) {
    register(0x30).store(flags)
    flag_sleep(register(0x34).address, flags)
    register(0x30).store(0)
  }

  /// The interrupt handler's whole work: the core is awake, so it needs no more interrupts.
  static func handle() {
    Register(Chip.Address.i2c0 &+ 0x30).store(0)
    Register(Chip.Address.i2c1 &+ 0x30).store(0)
  }

  public mutating func free() {
    // A controller that was stopped inside a byte waits for a line that may never be free.
    ClockTree.restart(sda & 2 == 0 ? Chip.Line.i2c0 : Chip.Line.i2c1)
    takeOver(Pin(sda))
    takeOver(Pin(scl))
    for _ in 0..<9 { pulse() }
    // A stop: SDA rises while SCL is high.
    Pin(scl).drive(true)
    Pin(sda).drive(true)
    wait()
    Pin(scl).drive(false)
    wait()
    Pin(sda).drive(false)
    wait()
    start()
  }

  /// Makes the pin one that pulls its line low or releases it.
  private func takeOver(_ pin: Pin) {
    pin.connect(to: Pin.Function.port, isPulledUp: true)
    pin.set(isHigh: false)
    pin.drive(false)
  }

  private func pulse() {
    Pin(scl).drive(true)
    wait()
    Pin(scl).drive(false)
    wait()
  }

  /// Half of a slow clock's period, 5 µs.
  private func wait() {
    let begin = Timer.microseconds
    while Timer.microseconds &- begin < 6 {}
  }

  public mutating func pause(milliseconds: UInt32) { Timer.pause(milliseconds: milliseconds) }
}
