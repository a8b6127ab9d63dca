// SPDX-License-Identifier: MIT

/// What a board is wired to: numbers of pins as the chip counts them.
struct Wiring {
  let sda: Int
  let scl: Int
  /// The sensor's data-ready pin.
  let interrupt: Int
  let transmit: Int
  let receive: Int
  /// The button pulls this pin low when `isButtonHigh` is false, and high when it is true.
  let button: Int
  var isButtonHigh = false
  let light: Int
  var isLightLow = false
  /// The pin that must be high for the sensor to have power, if there is one.
  var power: Int? = nil
  /// Where an image begins that does not say it itself.
  var origin: UInt32 = 0
}

/// A chip with its flash.
protocol Microcontroller: AnyObject {
  var machine: Machine { get }
  /// Puts bytes of an image into the flash.
  func load(_ bytes: [UInt8], at address: UInt32) throws(Failure)
  /// Starts the core as the chip does after power-up or a reset; RAM stays.
  func boot() throws(Failure)
  /// Sets what comes from outside to a pin; nil takes it away.
  func drive(_ pin: Int, _ level: Bool?)
  /// The level at a pin.
  func level(_ pin: Int) -> Bool
}
