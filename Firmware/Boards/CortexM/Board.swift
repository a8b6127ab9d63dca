/// What an image needs of a board. An image is generic over it, and so compiled for each board.
public protocol Board {
  /// The name it introduces itself by, 16 bytes at most.
  static var name: StaticString { get }

  /// Starts the clock and the lines.
  static func start()

  /// Time since the start, µs, modulo 2³². Also right in an interrupt handler.
  static var microseconds: UInt32 { get }

  /// Sends a byte to the host, once there is room for it.
  static func send(_ byte: UInt8)

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
}
