import BoardSupport
import CortexM
import QuillonFusion

/// The stm32f405 on Adafruit's Feather, with a sensor module at the STEMMA QT connector (stm32duino/Arduino_Core_STM32,
/// variant_FEATHER_F405.cpp).
public enum STM32F405: Board {
  /// The name it introduces itself by.
  public static var name: StaticString { "feather-f405" }
  /// What counts the core's ticks.
  public typealias Ticks = SysTickStopwatch

  /// D5, PC7, the sensor's interrupt; it may stay free.
  private static var dataReady: Pin { Pin.c(7) }
  /// D6, PC6.
  private static var button: Pin { Pin.c(6) }
  /// D13, PC1, the red light.
  private static var light: Pin { Pin.c(1) }

  /// 168 MHz, the host's line at 115,200 baud, the bus at 400 kHz, the watchdog on.
  public static func start() {
    ClockTree.start()
    // RCC_CSR: 25 the supply, 29 the watchdog; 24 clears them (7.3.21).
    let cause = Register(0x4002_3874).load()
    Register(0x4002_3874).set(1 &<< 24)
    fault_note_reset(cause & 1 &<< 29 != 0, cause & 1 &<< 25 != 0)
    // Ports B and C; USART 3 and I2C 1; SYSCFG (RM0090, 7.3.10 to 7.3.14).
    Register(0x4002_3830).set(0b110)
    Register(0x4002_3840).set(1 &<< 21 | 1 &<< 18)
    Register(0x4002_3844).set(1 &<< 14)
    SysTick.start(period: ClockTree.core / 1_000, interrupts: true)
    HostPort.start()
    button.configure(Pin.Mode.input, pull: Pin.Pull.up)
    light.configure(Pin.Mode.output, pull: Pin.Pull.none)
    dataReady.configure(Pin.Mode.input, pull: Pin.Pull.down)
    startEdges()
    I2CBus.start()
    for number in 31...32 as ClosedRange<UInt> { InterruptController.enable(number) }
    InterruptController.enable(39)
  }

  /// An interrupt at each rising edge of PC7 (RM0090, 9.2.4 and 12.3).
  private static func startEdges() {
    Register(0x4001_380C).store(2 &<< 12)
    Register(0x4001_3C08).store(1 &<< 7)
    Register(0x4001_3C00).store(1 &<< 7)
    InterruptController.enable(23)
  }

  /// Clears the edge.
  static func takeEdge() { Register(0x4001_3C14).store(1 &<< 7) }

  /// Resets the chip when it is not fed for at least 3 s.
  public static func startWatchdog() { Watchdog.start() }

  /// Time since the start, µs, modulo 2³².
  public static var microseconds: UInt32 {
    SysTick.microseconds(ticksPerMicrosecond: ClockTree.core / 1_000_000)
  }

  /// Sends a byte to the host when those before it are out.
  public static func send(_ byte: UInt8) { HostPort.send(byte) }

  /// Feeds the watchdog and sleeps, unless the sensor has data or the host has sent something.
  public static func sleep() {
    Watchdog.feed()
    edge_sleep()
  }

  /// A button between D6 and ground.
  public static var isButtonPressed: Bool { !button.isHigh }

  /// The bus with the sensor chip.
  public static var bus: I2CBus { I2CBus() }

  /// The newest rising edge of the sensor's interrupt.
  public static var dataReadyTime: UInt32? { DataReady.take() }

  /// True.
  public static var hasLight: Bool { true }

  /// Switches the light.
  public static func setLight(isOn: Bool) { light.set(isHigh: isOn) }
}

@c(tick_handler)
func handleTick() { tick_count() }

@c(host_port_handler)
func handleHostPort() { HostPort.handle() }

@c(bus_handler)
func handleBus() { I2CBus.silence() }

@c(data_ready_handler)
func handleDataReady() {
  STM32F405.takeEdge()
  edge_note(STM32F405.microseconds)
}
