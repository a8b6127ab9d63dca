import QuillonFusion
import RP2040

/// The Arduino Nano RP2040 Connect, which carries an LSM6DSOX (Arduino's pinout ABX00053).
public enum NanoRP2040: RP2040Board {
  /// The name it introduces itself by.
  public static var name: StaticString { "nano-rp2040" }
  /// A4, which is wired to the sensor.
  public static var sda: UInt32 { 12 }
  /// A5, which is wired to the sensor.
  public static var scl: UInt32 { 13 }
  /// The sensor's INT1.
  public static var dataReady: UInt32 { 24 }
  /// D2.
  public static var button: UInt32 { 25 }
  /// D13, the orange light.
  public static var light: UInt32 { 6 }
}
