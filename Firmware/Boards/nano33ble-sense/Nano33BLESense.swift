import NRF52840
import QuillonFusion

/// The Arduino Nano 33 BLE Sense, which carries an LSM9DS1 (arduino/ArduinoCore-mbed, variants/ARDUINO_NANO33BLE).
public enum Nano33BLESense: NRF52840Board {
  /// The name it introduces itself by.
  public static var name: StaticString { "nano33ble-sense" }
  /// P0.14, wired to the sensors alone.
  public static var sda: UInt32 { 14 }
  /// P0.15, wired to the sensors alone.
  public static var scl: UInt32 { 15 }
  /// No pin: the firmware asks the chip.
  public static var dataReady: UInt32? { nil }
  /// P0.22.
  public static var sensorPower: UInt32? { 22 }
  /// P1.00.
  public static var pullUpPower: UInt32? { 32 }
  /// D0 in Arduino's numbers, marked TX1: P1.03.
  public static var transmit: UInt32 { 35 }
  /// D1 in Arduino's numbers, marked RX0: P1.10.
  public static var receive: UInt32 { 42 }
  /// D2, P1.11.
  public static var button: UInt32 { 43 }
  /// D13, the orange light, P0.13.
  public static var light: UInt32 { 13 }
  /// The other end is ground.
  public static var isLightLow: Bool { false }
  /// A port for bossac (arduino/ArduinoCore-mbed, pins_arduino.h).
  public static var bootLoaderMark: UInt32 { 0xB0 }
  /// It does not feed it.
  public static var doesLoaderFeedWatchdog: Bool { false }
  /// The end of the flash.
  public static var settingsAddress: UInt { 0xF_E000 }
}
