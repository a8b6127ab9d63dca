import Foundation
import QuillonSerial

/// A virtual keyboard of the system (Linux, Documentation/input/uinput.rst). The program in front
/// receives what is typed on it.
///
/// It types letters, digits, spaces, backspaces and Return, and never waits. The keyboard is removed when this object is
/// released.
public final class VirtualKeyboard {
  /// The number of letters and characters that could not be typed: the keyboard has no such key, or the system
  /// accepted no more events.
  public private(set) var dropped = 0

  /// The ioctl requests of linux/uinput.h. Swift cannot import these macros.
  private enum Request {
    static let create: UInt = 0x5501
    static let setup: UInt = 0x405C_5503
    static let enableEvents: UInt = 0x4004_5564
    static let enableKey: UInt = 0x4004_5565
  }

  private static let keyEvents: Int32 = 1
  private let descriptor: Int32

  /// Creates the keyboard.
  ///
  /// - Parameter path: The system's device for input from programs.
  /// - Throws: `LinkError` if the device does not exist, may not be opened or is something else.
  public init(path: String = "/dev/uinput") throws(LinkError) {
    descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw LinkError(opening: path, errno: errno) }
    let isReady =
      ioctl(descriptor, Request.enableEvents, Self.keyEvents) == 0
      && Keystrokes.codes.allSatisfy { ioctl(descriptor, Request.enableKey, Int32($0)) == 0 }
      && Self.setUp(descriptor) && ioctl(descriptor, Request.create) == 0
    guard isReady else {
      let code = errno
      _ = Foundation.close(descriptor)
      throw .failure(operation: "make a keyboard of \(path)", errno: code)
    }
  }

  deinit { _ = Foundation.close(descriptor) }

  /// Types a letter. A rejected one is ignored.
  ///
  /// - Parameter letter: The letter.
  public func type(_ letter: Letter) {
    if !letter.isRejected { press(letter.label) }
  }

  /// Types a text. A backspace in it deletes, and a line feed is Return.
  public func type(_ text: String) {
    for character in text { press(String(character)) }
  }

  private func press(_ label: String) {
    guard let events = Keystrokes.events(typing: label),
      write(descriptor, events, events.count) == events.count
    else {
      dropped += 1
      return
    }
  }

  /// Sets the name of the device: struct uinput_setup, an ID of four 16-bit words, a name of 80
  /// bytes, a number.
  private static func setUp(_ descriptor: Int32) -> Bool {
    let virtualBus: [UInt8] = [0x06, 0]
    let name = Array("Quillon".utf8)
    var setup = virtualBus + [0, 0, 0, 0, 1, 0] + name
    setup += [UInt8](repeating: 0, count: 92 - setup.count)
    return setup.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { ioctl(descriptor, Request.setup, $0) } == 0
    }
  }
}
