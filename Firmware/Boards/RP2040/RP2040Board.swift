import BoardSupport
import CortexM
import QuillonFusion
import QuillonSensors
import RP2040Startup

#if SPI
  /// How the sensor chip is connected.
  public typealias RP2040Bus = SPISensorBus<SPIController>
#else
  /// How the sensor chip is connected.
  public typealias RP2040Bus = I2CBus
#endif

/// A board with an RP2040 or an RP2350: its facts are what it is wired to, the rest is the chip's.
public protocol RP2040Board: USBBoard where Bus == RP2040Bus, Ticks == SysTickStopwatch {
  /// The pin with the bus's data: an even one.
  static var sda: UInt32 { get }
  /// The pin with the bus's clock: the one after `sda`.
  static var scl: UInt32 { get }
  /// The pin with the sensor's interrupt.
  static var dataReady: UInt32 { get }
  /// The pin with a button to ground.
  static var button: UInt32 { get }
  /// The pin with the light.
  static var light: UInt32 { get }
}

/// The host's lines are UART 0 on pins 0 and 1, and a serial port on USB. Both carry the same bytes.
extension RP2040Board {
  /// 64 MHz, the host's line at 115,200 baud, the bus at 400 kHz.
  public static func start() {
    let cause = Register(Chip.Address.chipReset).load()
    fault_note_reset(Timer.wasReset, cause & Chip.wasPower != 0)
    // Two presses within half a second lead to the drive of the boot ROM, as with Arduino's programs: a Nano has no other button for it.
    if ResetPress.wasSecond(), cause & Chip.wasPin != 0, !Timer.wasReset { enterBootLoader() }
    ClockTree.start()
    Pin(0).connect(to: Pin.Function.uart, isPulledUp: true)
    Pin(1).connect(to: Pin.Function.uart, isPulledUp: true)
    UART.start()
    Pin(button).connect(to: Pin.Function.port, isPulledUp: true)
    Pin(light).connect(to: Pin.Function.port, isPulledUp: false)
    Pin(light).drive(true)
    Pin(dataReady).connect(to: Pin.Function.port, isPulledUp: !Chip.canPullDown)
    Pin(dataReady).interruptOnRise()
    bus.start()
    InterruptController.enable(0)
    InterruptController.enable(Chip.Interrupt.pins)
    InterruptController.enable(Chip.Interrupt.uart)
    InterruptController.enable(bus.interrupt)
    USB.start()
    Timer.start()
  }

  /// Lets the boot ROM show its drive, with the board's light.
  private static func enterBootLoader() {
    ResetPress.forget()
    rp2040_enter_boot_loader(1 &<< light)
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
    if Timer.microseconds > 500_000 { ResetPress.forget() }
    if USB.isBootLoaderWanted {
      // The host gets its answer first.
      Timer.pause(milliseconds: 20)
      enterBootLoader()
    }
    interrupts_hold()
    USB.resume()
    interrupts_release()
    edge_sleep()
  }

  /// A button between its pin and ground.
  public static var isButtonPressed: Bool { !Pin(button).isHigh }

  /// The bus with the sensor chip.
  public static var bus: RP2040Bus {
    #if SPI
      RP2040Bus(SPIController())
    #else
      RP2040Bus(sda: sda, scl: scl)
    #endif
  }

  /// Switches the light.
  public static func setLight(isOn: Bool) { Pin(light).set(isHigh: isOn) }

  /// Two sectors at the end of a flash of 2 MB.
  public static var settings: FlashPages { FlashPages(address: Chip.settings, byteCount: 4_096) }

  private static func offset(of index: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: settings.address(of: index)) &- 0x1000_0000
  }

  /// Makes all words of the page of `settings` ones that begins at `index`.
  public static func eraseSettings(pageAt index: Int) { rp2040_flash_erase(offset(of: index)) }

  /// Writes the word at `index` of `settings`, which is erased.
  public static func writeSetting(_ word: UInt32, at index: Int) {
    rp2040_flash_write(offset(of: index), word)
  }
}

@c(tick_handler)
func handleTick() { Timer.wake() }

@c(host_port_handler)
func handleHostPort() { UART.handle() }

@c(bus_handler)
func handleBus() {
  #if SPI
    SPIController.handle()
  #else
    I2CBus.handle()
  #endif
}

@c(data_ready_handler)
func handleDataReady() { if Pin.takeEdges() { edge_note(Timer.microseconds) } }

@c(usb_handler)
func handleUSB() { USB.handle() }
