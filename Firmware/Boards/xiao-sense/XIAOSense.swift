import NRF52840
import QuillonFusion

/// The Seeed XIAO nRF52840 Sense, which carries an LSM6DS3TR-C (zephyrproject-rtos/zephyr, boards/arm/xiao_ble).
public enum XIAOSense: NRF52840Board {
  /// The name it introduces itself by.
  public static var name: StaticString { "xiao-sense" }
  /// P0.07, wired to the sensor alone.
  public static var sda: UInt32 { 7 }
  /// P0.27, wired to the sensor alone.
  public static var scl: UInt32 { 27 }
  /// P0.11, the sensor's INT1.
  public static var dataReady: UInt32? { 11 }
  /// P1.08.
  public static var sensorPower: UInt32? { 40 }
  /// Fed with the sensor.
  public static var pullUpPower: UInt32? { nil }
  /// D6, P1.11.
  public static var transmit: UInt32 { 43 }
  /// D7, P1.12.
  public static var receive: UInt32 { 44 }
  /// D0, P0.02.
  public static var button: UInt32 { 2 }
  /// The red one, P0.26.
  public static var light: UInt32 { 26 }
  /// The other end is 3.3 V.
  public static var isLightLow: Bool { true }
  /// A drive (adafruit/Adafruit_nRF52_Bootloader, main.c).
  public static var bootLoaderMark: UInt32 { 0x57 }
  /// It feeds it.
  public static var doesLoaderFeedWatchdog: Bool { true }
  /// Below the boot loader at F4000, in what it leaves to applications.
  public static var settingsAddress: UInt { 0xF_2000 }
}
