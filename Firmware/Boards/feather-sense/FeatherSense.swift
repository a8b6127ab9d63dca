import NRF52840
import QuillonFusion

/// The Adafruit Feather nRF52840 Sense, which carries an LSM6DS3TR-C (adafruit/Adafruit_nRF52_Arduino,
/// variants/feather_nrf52840_sense).
public enum FeatherSense: NRF52840Board {
  /// The name it introduces itself by.
  public static var name: StaticString { "feather-sense" }
  /// SDA, P0.12.
  public static var sda: UInt32 { 12 }
  /// SCL, P0.11.
  public static var scl: UInt32 { 11 }
  /// D3, P1.11, the sensor's INT1.
  public static var dataReady: UInt32? { 43 }
  /// It always has power.
  public static var sensorPower: UInt32? { nil }
  /// They always have power.
  public static var pullUpPower: UInt32? { nil }
  /// TX, P0.25.
  public static var transmit: UInt32 { 25 }
  /// RX, P0.24.
  public static var receive: UInt32 { 24 }
  /// D7, the user switch on the board, P1.02.
  public static var button: UInt32 { 34 }
  /// D13, the red light, P1.09.
  public static var light: UInt32 { 41 }
  /// The other end is ground.
  public static var isLightLow: Bool { false }
  /// A drive (adafruit/Adafruit_nRF52_Bootloader, main.c).
  public static var bootLoaderMark: UInt32 { 0x57 }
  /// It feeds it.
  public static var doesLoaderFeedWatchdog: Bool { true }
  /// Below the boot loader at F4000, in what it leaves to applications.
  public static var settingsAddress: UInt { 0xF_2000 }
}
