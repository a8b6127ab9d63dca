// SPDX-License-Identifier: MIT

/// What a board is wired to: numbers of pins as the chip counts them.
struct Wiring {
  let sda: Int
  let scl: Int
  /// The sensor's data-ready pin, if it is wired.
  var interrupt: Int?
  /// The pins of SPI, if the board's firmware can have the chip there.
  var spi: SPIWires?
  let transmit: Int
  let receive: Int
  /// The button pulls this pin low when `isButtonHigh` is false, and high when it is true.
  let button: Int
  var isButtonHigh = false
  let light: Int
  var isLightLow = false
  /// The pins that must be high for the sensor and its bus to have power.
  var power: [Int] = []
  /// Where an image begins that does not specify it itself.
  var origin: UInt32 = 0
  /// The boot loader that starts the image; nil: the chip's own.
  var loader: BootLoader?
  /// Where the pages of settings begin, if that is the board's matter.
  var settings: UInt32 = 0
}

/// A boot loader of an nRF52840.
enum BootLoader {
  /// Adafruit's (adafruit/Adafruit_nRF52_Bootloader). It stays while this button is pressed.
  case adafruit(button: Int?)
  /// Arduino's for the Nano 33 BLE (arduino/ArduinoCore-mbed, bootloaders/nano33ble).
  case arduino
}

/// A chip with its flash.
protocol Microcontroller: AnyObject {
  var machine: Machine { get }
  /// Its USB controller; nil if it has none that the firmware uses.
  var usb: (any USBPort)? { get }
  /// Puts bytes of an image into the flash.
  func load(_ bytes: [UInt8], at address: UInt32) throws(Failure)
  /// Starts the core as the chip and its boot loader do after power-up, or after the reset that the machine reports; RAM stays.
  func boot() throws(Failure)
  /// Starts the core as the boot loader does that has just written the image.
  func bootFromLoader() throws(Failure)
  /// The I2C controller reports a bus error that was none.
  func disturbBus()
  /// Sets what comes from outside to a pin; nil removes it.
  func drive(_ pin: Int, _ level: Bool?)
  /// The level at a pin.
  func level(_ pin: Int) -> Bool
  /// The address of the register in which the firmware reads a pin.
  func inputRegister(_ pin: Int) -> UInt32
}

/// A chip whose SPI the firmware can use.
protocol MicrocontrollerWithSPI: Microcontroller {
  /// The chip on SPI 0; nil if none is connected there.
  var spiTarget: (any SPITarget)? { get set }
}

extension Microcontroller {
  var usb: (any USBPort)? { nil }
  func bootFromLoader() throws(Failure) { try boot() }
  func disturbBus() {}
}
