import Glibc
import QuillonSerial

/// A keyboard that the system believes in: what is typed on it goes where keystrokes go.
///
/// (Linux, Documentation/input/uinput.rst.) It takes letters and digits, waits for nobody, and is unplugged when
/// this object goes.
public final class VirtualKeyboard {
  /// Letters that could not be typed: no letter of the keyboard, or the system took no more.
  public private(set) var dropped = 0

  /// ioctl requests, from linux/uinput.h: macros that Swift cannot import.
  private enum Request {
    static let create: UInt = 0x5501
    static let setup: UInt = 0x405C_5503
    static let enableEvents: UInt = 0x4004_5564
    static let enableKey: UInt = 0x4004_5565
  }

  private static let keyEvents: Int32 = 1
  private let descriptor: Int32

  /// Plugs the keyboard in.
  ///
  /// - Parameter path: the system's device for input from programs.
  /// - Throws: `LinkError` when it is not there, may not be opened or is something else.
  public init(path: String = "/dev/uinput") throws(LinkError) {
    descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw LinkError(opening: path, errno: errno) }
    let isReady =
      ioctl(descriptor, Request.enableEvents, Self.keyEvents) == 0
      && Keystrokes.codes.allSatisfy { ioctl(descriptor, Request.enableKey, Int32($0)) == 0 }
      && Self.setUp(descriptor) && ioctl(descriptor, Request.create) == 0
    guard isReady else {
      let code = errno
      _ = Glibc.close(descriptor)
      throw .failure(operation: "make a keyboard of \(path)", errno: code)
    }
  }

  deinit { _ = Glibc.close(descriptor) }

  /// Types a letter, unless it is rejected.
  public func type(_ letter: Letter) {
    guard !letter.isRejected else { return }
    guard let events = Keystrokes.events(typing: letter.label),
      write(descriptor, events, events.count) == events.count
    else {
      dropped += 1
      return
    }
  }

  /// Names the device: struct uinput_setup, an id of four 16-bit words, a name of 80 bytes, a number.
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
