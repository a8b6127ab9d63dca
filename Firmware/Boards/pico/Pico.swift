import QuillonFusion
import RP2040

/// The Raspberry Pi Pico with a sensor module on its first I2C pins (Raspberry Pi Pico Datasheet, figure 2).
public enum Pico: RP2040Board {
  /// The name it introduces itself by.
  public static var name: StaticString { "pico" }
  /// GP4, pin 6 of the board.
  public static var sda: UInt32 { 4 }
  /// GP5, pin 7 of the board.
  public static var scl: UInt32 { 5 }
  /// GP6, pin 9 of the board. It may stay free: then the firmware asks the chip.
  public static var dataReady: UInt32 { 6 }
  /// GP15, pin 20 of the board.
  public static var button: UInt32 { 15 }
  /// GP25, the green light.
  public static var light: UInt32 { 25 }
}
