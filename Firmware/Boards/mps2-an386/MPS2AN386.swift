import BoardSupport
import CortexM
import _Volatile

/// The mps2-an386: what an image needs to know of it.
public enum MPS2AN386: Board {
  /// The name it introduces itself by.
  public static var name: StaticString { "mps2-an386" }
  /// What counts the core's ticks.
  public typealias Ticks = SysTickStopwatch
  /// The core's clock, Hz.
  @inline(__always)
  static var clock: UInt32 { 25_000_000 }

  static var sensor: UART { UART(base: 0x4000_4000) }
  static var host: UART { UART(base: 0x4000_5000) }

  /// Both ports at 115,200 baud, the clock running.
  public static func start() {
    sensor.start(ticks: clock / 115_200)
    host.start(ticks: clock / 115_200)
    InterruptController.enable(0)
    InterruptController.enable(2)
    SysTick.start(period: clock / 1_000, interrupts: true)
  }

  /// Sends a byte to the host, once the one before it is out.
  public static func send(_ byte: UInt8) { host.send(byte) }

  /// Time since the start, µs, modulo 2³².
  public static var microseconds: UInt32 {
    SysTick.microseconds(ticksPerMicrosecond: clock / 1_000_000)
  }

  /// The first of the two buttons on the board (FPGAIO, ARM DAI 0386, "Buttons").
  public static var isButtonPressed: Bool {
    VolatileMappedRegister<UInt32>(unsafeBitPattern: 0x4002_8008).load() & 1 != 0
  }
}

@c(tick_handler)
func handleTick() { tick_count() }

@c(sensor_port_handler)
func handleSensorPort() { MPS2AN386.sensor.receive(into: 0) }

@c(host_port_handler)
func handleHostPort() { MPS2AN386.host.receive(into: 1) }
