import QuillonFusion
import QuillonSensors

/// What an image needs of a board. An image is generic over it, and so compiled for each board.
public protocol Board {
  /// The name it introduces itself by, 16 bytes at most.
  static var name: StaticString { get }

  /// Starts the clock and the lines.
  static func start()

  /// Lets a watchdog reset the chip when the main loop, which feeds it in `sleep`, hangs for seconds.
  static func startWatchdog()

  /// Time since the start, µs, modulo 2³². Also right in an interrupt handler.
  static var microseconds: UInt32 { get }

  /// Sends a byte to the host, once there is room for it.
  static func send(_ byte: UInt8)

  /// True where the board knows whether a program of the host has opened the port.
  static var knowsListeners: Bool { get }

  /// True once after a program of the host has opened the port, where the board can know. The program has received no hello yet.
  static func takeListener() -> Bool

  /// Sleeps until an interrupt, unless work is waiting.
  static func sleep()

  /// True while the button is pressed.
  static var isButtonPressed: Bool { get }

  /// Two pages of flash that an image may write, each erased by itself, outside what `board.ld` gives to the image.
  static var settings: FlashPages { get }

  /// Makes all words of the page of `settings` ones that begins at `index`.
  static func eraseSettings(pageAt index: Int)

  /// Writes the word at `index` of `settings`, which is erased.
  static func writeSetting(_ word: UInt32, at index: Int)

  /// Counts ticks of the core's clock.
  associatedtype Ticks: Stopwatch

  /// The bus with the sensor chip.
  associatedtype Bus: SensorBus = NoBus

  /// The bus with the sensor chip; on a board without one nothing answers.
  static var bus: Bus { get }

  /// When the chip's data became ready last, µs on the board's clock: the rising edge of its interrupt pin. Nil if it was returned already,
  /// and where the pin is not connected.
  static var dataReadyTime: UInt32? { get }

  /// The map from the chip's axes to the board's.
  static var axes: AxisMap { get }

  /// True if it has a light that shows what the firmware does.
  static var hasLight: Bool { get }

  /// Switches the light.
  static func setLight(isOn: Bool)

  #if Keyboard
    /// Types a character, ASCII, as a USB keyboard.
    static func type(_ character: UInt8)
  #endif
}

/// A board with a sensor on a serial line.
extension Board {
  /// Does nothing: these have none.
  public static func startWatchdog() {}

  /// False: a serial line can't detect a listener.
  public static var knowsListeners: Bool { false }

  /// False.
  public static func takeListener() -> Bool { false }

  /// Sleeps unless bytes wait.
  public static func sleep() { ReceiveRing.sleep() }

  /// Nil: there is no such pin.
  public static var dataReadyTime: UInt32? { nil }

  /// As they are.
  public static var axes: AxisMap { .identity }

  /// False.
  public static var hasLight: Bool { false }

  /// Does nothing.
  public static func setLight(isOn: Bool) {}

  #if Keyboard
    /// Does nothing.
    public static func type(_ character: UInt8) {}
  #endif
}

extension Board where Bus == NoBus {
  /// The bus of a board that has none.
  public static var bus: NoBus { NoBus() }
}
