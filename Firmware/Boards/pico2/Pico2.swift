import QuillonFusion
import RP2040

/// The Raspberry Pi Pico 2 with a sensor module on the pins of a Pico (Raspberry Pi Pico 2 Datasheet, figure 2).
public enum Pico2: RP2040Board {
  /// The name it introduces itself by.
  public static var name: StaticString { "pico2" }
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
