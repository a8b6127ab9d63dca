import BoardSupport
import CortexM
import _Volatile

/// The nrf51822 as it stands on the micro:bit v1: what an image needs to know of it.
///
/// Its one UART is split: the sensor sends to the receiver, the host listens to the sender.
public enum NRF51822: Board {
  /// The name it introduces itself by.
  public static var name: StaticString { "nrf51822" }
  /// What counts the core's ticks.
  public typealias Ticks = TimerStopwatch

  // The micro:bit's pins: the USB chip's serial line, and button A, which pulls its pin down.
  private static var sender: UInt32 { 24 }
  private static var receiver: UInt32 { 25 }
  private static var buttonA: UInt32 { 17 }

  private static func clock(_ offset: UInt) -> VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: 0x4000_0000 &+ offset)
  }
  private static func pins(_ offset: UInt) -> VolatileMappedRegister<UInt32> {
    .init(unsafeBitPattern: 0x5000_0000 &+ offset)
  }

  /// The port at 115,200 baud on the crystal's clock, the time running.
  public static func start() {
    startCrystal()
    pins(0x508).store(1 &<< sender)
    pins(0x518).store(1 &<< sender)
    // An input, pulled up.
    pins(0x700 &+ 4 &* UInt(truncatingIfNeeded: buttonA)).store(0b1100)
    UART.start(sending: sender, receiving: receiver)
    InterruptController.enable(2)
    InterruptController.enable(8)
    Timer.start(prescaler: 4)
    Timer.interrupt(in: wakeInterval)
  }

  /// How often the core wakes when nothing arrives, µs.
  static var wakeInterval: UInt32 { 100_000 }

  /// Sends a byte to the host and waits until it is out.
  public static func send(_ byte: UInt8) { UART.send(byte) }

  /// Time since the start, µs, modulo 2³².
  public static var microseconds: UInt32 { Timer.count }

  /// Button A.
  public static var isButtonPressed: Bool { pins(0x510).load() & 1 &<< buttonA == 0 }

  /// The internal oscillator is too coarse for a UART. The crystal swings within 1 ms; the wait is
  /// bounded, because a board without one must still send what it can.
  private static func startCrystal() {
    clock(0x000).store(1)
    var tries = 100_000
    while clock(0x100).load() == 0, tries > 0 { tries &-= 1 }
  }
}

@c(tick_handler)
func handleTick() { Timer.interrupt(in: NRF51822.wakeInterval) }

@c(sensor_port_handler)
func handleSensorPort() { UART.receive(into: 0) }
