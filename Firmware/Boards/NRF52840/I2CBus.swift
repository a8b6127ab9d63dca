import BoardSupport
import QuillonSensors

/// TWIM 0, an I2C controller as the only master, at 390 kHz (nRF52840 Product Specification, 6.31). It fetches and stores the bytes by
/// itself, which have to be in RAM; the core sleeps meanwhile.
public struct I2CBus: SensorBus {
  let sda: UInt32
  let scl: UInt32

  /// The time limit of a transfer, µs.
  private static var limit: UInt32 { 10_000 }

  @inline(__always)
  private static var controller: Peripheral { Peripheral(0x4000_3000) }

  private enum Event {
    static var stopped: UInt { 0x104 }
    static var failed: UInt { 0x124 }
  }

  /// Connects the pins and sets up the controller.
  func start() {
    let controller = Self.controller
    Pin(sda).configure(Pin.Configuration.bus)
    Pin(scl).configure(Pin.Configuration.bus)
    controller[0x500] = 0
    controller[0x508] = scl
    controller[0x50C] = sda
    // At 400 kHz the clock is low for too short a time (anomaly 219).
    controller[0x524] = 0x0620_0000
    controller[0x500] = 6
  }

  public mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, to device: UInt8) -> BusResult {
    // The last byte sent stops.
    Self.controller[0x200] = 1 &<< 9
    return transfer(device, UnsafeRawPointer(bytes.baseAddress), bytes.count)
  }

  public mutating func read(
    into bytes: UnsafeMutableBufferPointer<UInt8>, from register: UInt8, of device: UInt8
  ) -> BusResult {
    // The last byte sent starts receiving, the last byte received stops.
    Self.controller[0x200] = 1 &<< 7 | 1 &<< 12
    Self.controller[0x534] = UInt32(truncatingIfNeeded: UInt(bitPattern: bytes.baseAddress))
    Self.controller[0x538] = UInt32(truncatingIfNeeded: bytes.count)
    var register = register
    return withUnsafePointer(to: &register) { transfer(device, UnsafeRawPointer($0), 1) }
  }

  #if BNO08X
    public mutating func read(
      into bytes: UnsafeMutableBufferPointer<UInt8>, of device: UInt8
    ) -> BusResult {
      Self.controller[0x200] = 1 &<< 12
      Self.controller[0x534] = UInt32(truncatingIfNeeded: UInt(bitPattern: bytes.baseAddress))
      Self.controller[0x538] = UInt32(truncatingIfNeeded: bytes.count)
      return transfer(device, nil, 0)
    }
  #endif

  /// Sends `count` bytes and does what the shortcuts specify, until the bus is free again.
  @inline(never)
  private func transfer(_ device: UInt8, _ bytes: UnsafeRawPointer?, _ count: Int) -> BusResult {
    let controller = Self.controller
    // A line that a chip holds low would be read as an acknowledge.
    guard Pin(sda).isHigh, Pin(scl).isHigh else { return .timedOut }
    controller[0x588] = UInt32(truncatingIfNeeded: device)
    controller[0x544] = UInt32(truncatingIfNeeded: UInt(bitPattern: bytes))
    controller[0x548] = UInt32(truncatingIfNeeded: count)
    controller[Event.stopped] = 0
    controller[Event.failed] = 0
    controller[0x4C4] = 0b111
    forget_memory()
    #if BNO08X
      controller[count == 0 ? 0x000 : 0x008] = 1
    #else
      controller[0x008] = 1
    #endif
    guard wait() else { return .timedOut }
    forget_memory()
    return controller[Event.failed] == 0 ? .acknowledged : .notAcknowledged
  }

  /// Sleeps until the controller has stopped; stops it after a failure. False if it takes too long.
  private func wait() -> Bool {
    let controller = Self.controller
    let begin = Timer.microseconds
    var isStopping = false
    while controller[Event.stopped] == 0 {
      if controller[Event.failed] != 0, !isStopping {
        controller[0x014] = 1
        isStopping = true
      }
      guard Timer.microseconds &- begin < Self.limit else { return false }
      controller[0x304] = isStopping ? 1 &<< 1 : 1 &<< 9 | 1 &<< 1
      interrupts_hold()
      if controller[Event.stopped] == 0, isStopping || controller[Event.failed] == 0 {
        interrupt_sleep()
      }
      interrupts_release()
    }
    return true
  }

  /// The interrupt handler's whole work: the core is awake, so it needs no more interrupts.
  static func handle() { controller[0x308] = ~0 }

  public mutating func free() {
    Self.controller[0x500] = 0
    takeOver(Pin(sda))
    takeOver(Pin(scl))
    for _ in 0..<9 { pulse() }
    // A stop: SDA rises while SCL is high.
    Pin(scl).set(isHigh: false)
    Pin(sda).set(isHigh: false)
    halfPeriod()
    Pin(scl).set(isHigh: true)
    halfPeriod()
    Pin(sda).set(isHigh: true)
    halfPeriod()
    start()
  }

  /// Makes the pin one that pulls its line low or releases it; releases it first.
  private func takeOver(_ pin: Pin) {
    pin.set(isHigh: true)
    pin.configure(Pin.Configuration.busByHand)
  }

  private func pulse() {
    Pin(scl).set(isHigh: false)
    halfPeriod()
    Pin(scl).set(isHigh: true)
    halfPeriod()
  }

  /// Half of a slow clock's period, 5 µs.
  private func halfPeriod() {
    let begin = Timer.microseconds
    while Timer.microseconds &- begin < 6 {}
  }

  public mutating func pause(milliseconds: UInt32) { Timer.pause(milliseconds: milliseconds) }
}
