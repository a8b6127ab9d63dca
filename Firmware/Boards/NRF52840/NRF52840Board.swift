import BoardSupport
import CortexM
import NRF52840Startup
import QuillonFusion

/// A board with an nRF52840: its facts are what it is wired to, the rest is the chip's. Pins count from P0.00; P1.00 is 32.
public protocol NRF52840Board: USBBoard where Bus == I2CBus, Ticks == SysTickStopwatch {
  /// The pin with the bus's data.
  static var sda: UInt32 { get }
  /// The pin with the bus's clock.
  static var scl: UInt32 { get }
  /// The pin with the sensor's interrupt; nil where it is not wired.
  static var dataReady: UInt32? { get }
  /// The pin that must be high for the sensor to have power; nil where it always has.
  static var sensorPower: UInt32? { get }
  /// The pin that must be high for the bus's pull-up resistors; nil where they need none.
  static var pullUpPower: UInt32? { get }
  /// The pin on which the host's line is sent.
  static var transmit: UInt32 { get }
  /// The pin on which the host's line is received.
  static var receive: UInt32 { get }
  /// The pin with a button to ground.
  static var button: UInt32 { get }
  /// The pin with the light.
  static var light: UInt32 { get }
  /// True if the light is on while its pin is low.
  static var isLightLow: Bool { get }
  /// The value of GPREGRET for which the boot loader waits for a new image.
  static var bootLoaderMark: UInt32 { get }
  /// True if the boot loader feeds a watchdog that runs already.
  static var doesLoaderFeedWatchdog: Bool { get }
  /// Where two pages of 4 KB begin that neither a boot loader nor an image uses.
  static var settingsAddress: UInt { get }
}

/// The host's lines are UARTE 0 and a serial port on USB. Both carry the same bytes.
extension NRF52840Board {
  /// 64 MHz, the host's line at 115,200 baud, the bus at 390 kHz.
  public static func start() {
    // A boot loader has a vector table of its own.
    nrf52840_use_vectors()
    // POWER.RESETREAS adds up until it is cleared: bit 1 the watchdog; none after power-up (5.3.7.5).
    let cause = power[0x400]
    power[0x400] = ~0
    fault_note_reset(cause & 1 &<< 1 != 0, cause == 0)
    if !doesLoaderFeedWatchdog, reset_is_for_boot_loader() { restart() }
    // The instruction cache (4.3.8.7). PWM 0 off: a boot loader's light is its output.
    flash[0x540] = 1
    Peripheral(0x4001_C000)[0x500] = 0
    ClockTree.start()
    Timer.start()
    UART.start(sending: transmit, receiving: receive)
    setLight(isOn: false)
    Pin(light).configure(Pin.Configuration.strongOutput)
    Pin(button).configure(Pin.Configuration.pulledUp)
    if let dataReady {
      Pin(dataReady).configure(Pin.Configuration.input)
      EdgeInput.start(dataReady)
    }
    InterruptController.enable(2)
    InterruptController.enable(3)
    InterruptController.enable(6)
    InterruptController.enable(8)
    interrupts_release()
    Timer.startWaking()
    startSensor()
  }

  private static var power: Peripheral { Peripheral(0x4000_0000) }

  /// Lets the boot loader wait for a new image. The watchdog continues through this reset. Where the boot loader does not feed it, it
  /// resets the chip first.
  private static func enterBootLoader() {
    if !doesLoaderFeedWatchdog {
      reset_ask_for_boot_loader()
      while true {}
    }
    restart()
  }

  private static func restart() {
    power[0x51C] = bootLoaderMark
    Peripheral(0xE000_E000)[0xD0C] = 0x05FA_0004
    while true {}
  }

  /// Gives the sensor its power, waits until it listens, and connects the bus.
  private static func startSensor() {
    if let pullUpPower { switchOn(pullUpPower) }
    if let sensorPower { switchOn(sensorPower) }
    var bus = bus
    bus.start()
    if sensorPower != nil { bus.pause(milliseconds: 40) }
  }

  private static func switchOn(_ number: UInt32) {
    Pin(number).set(isHigh: true)
    Pin(number).configure(Pin.Configuration.strongOutput)
  }

  /// Resets the chip when it is not fed for 2 s.
  public static func startWatchdog() { Timer.startWatchdog() }

  /// Time since the start, µs, modulo 2³².
  public static var microseconds: UInt32 { Timer.microseconds }

  /// Passes waiting bytes to both lines.
  public static func fillLines() {
    UART.fill()
    USB.fill()
  }

  /// True once after a program of the host has opened the port on USB.
  public static func takeListener() -> Bool { USB.takeListener() }

  #if Keyboard
    /// Types a character, ASCII, as a USB keyboard.
    public static func type(_ character: UInt8) { USB.type(character) }
  #endif

  /// Feeds the watchdog and sleeps, unless the sensor has data or the host has sent something.
  public static func sleep() {
    Timer.feedWatchdog()
    if USB.isBootLoaderWanted {
      // The host gets its answer first.
      Timer.pause(milliseconds: 20)
      enterBootLoader()
    }
    interrupts_hold()
    USB.follow()
    interrupts_release()
    edge_sleep()
  }

  /// A button between its pin and ground.
  public static var isButtonPressed: Bool { !Pin(button).isHigh }

  /// The bus with the sensor chip.
  public static var bus: I2CBus { I2CBus(sda: sda, scl: scl) }

  /// Switches the light.
  public static func setLight(isOn: Bool) { Pin(light).set(isHigh: isOn != isLightLow) }

  /// The two pages at `settingsAddress`.
  public static var settings: FlashPages { FlashPages(address: settingsAddress, byteCount: 4_096) }

  private static var flash: Peripheral { Peripheral(0x4001_E000) }

  /// Makes all words of the page of `settings` ones that begins at `index` (nRF52840 Product Specification, 4.3). The core stands
  /// still for 85 ms.
  public static func eraseSettings(pageAt index: Int) {
    flash[0x504] = 2
    flash[0x508] = UInt32(truncatingIfNeeded: settings.address(of: index))
    finishFlash()
  }

  /// Writes the word at `index` of `settings`, which is erased; 41 µs.
  public static func writeSetting(_ word: UInt32, at index: Int) {
    flash[0x504] = 1
    settings[index] = word
    finishFlash()
  }

  /// Waits until the flash is ready and lets nothing more be written.
  private static func finishFlash() {
    while flash[0x400] & 1 == 0 {}
    flash[0x504] = 0
  }
}

@c(tick_handler)
func handleTick() { Timer.wake() }

@c(host_port_handler)
func handleHostPort() { UART.handle() }

@c(bus_handler)
func handleBus() { I2CBus.handle() }

@c(data_ready_handler)
func handleDataReady() { if EdgeInput.take() { edge_note(Timer.microseconds) } }

@c(usb_handler)
func handleUSB() { USB.handle() }
