import BoardSupport
import CortexM

/// The stm32f405: what an image needs to know of it.
public enum STM32F405: Board {
  /// The name it introduces itself by.
  public static var name: StaticString { "stm32f405" }
  /// What counts the core's ticks.
  public typealias Ticks = SysTickStopwatch

  static var host: UART { UART(base: 0x4001_1000) }
  static var sensor: UART { UART(base: 0x4000_4400) }

  /// 168 MHz, both ports at 115,200 baud, the clock running.
  public static func start() {
    ClockTree.start()
    PortA.start()
    host.start(ticks: ClockTree.fastPeripherals / 115_200)
    sensor.start(ticks: ClockTree.slowPeripherals / 115_200)
    InterruptController.enable(37)
    InterruptController.enable(38)
    SysTick.start(period: ClockTree.core / 1_000, interrupts: true)
  }

  /// Sends a byte to the host, once the one before it is out.
  public static func send(_ byte: UInt8) { host.send(byte) }

  /// Time since the start, µs, modulo 2³².
  public static var microseconds: UInt32 {
    SysTick.microseconds(ticksPerMicrosecond: ClockTree.core / 1_000_000)
  }

  /// A button between PA0 and 3.3 V.
  public static var isButtonPressed: Bool { PortA.isPin0High }
}

@c(tick_handler)
func handleTick() { tick_count() }

@c(sensor_port_handler)
func handleSensorPort() { STM32F405.sensor.receive(into: 0) }

@c(host_port_handler)
func handleHostPort() { STM32F405.host.receive(into: 1) }
