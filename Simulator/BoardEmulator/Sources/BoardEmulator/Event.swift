// SPDX-License-Identifier: MIT

/// What happens to a board from outside at a time that was asked for: to its USB cable, its reset pin, its supply, its core.
struct Event {
  enum Kind: String, CaseIterable {
    // --- The computer on USB ---

    /// The program closes the port; at the end another one opens it.
    case close
    /// The computer sleeps: it sends no frames until it wakes.
    case sleep
    /// The cable is out.
    case unplug
    /// After an error on the bus it clears the halt of every endpoint, as drivers do (torvalds/linux, drivers/hid/usbhid/hid-core.c,
    /// hid_reset).
    case halt
    /// It chooses setting 0 of each interface again, as programs that open a device by libusb do.
    case interface
    /// It resets the bus and enumerates the device once more.
    case busreset
    /// It gives up a request whose answer it has not fetched, and asks another.
    case abort
    /// A program opens the port with 1,200 baud and closes it: Arduino's sign for the boot loader.
    case touch

    // --- The board ---

    /// Its reset button is pressed.
    case press
    /// The supply is gone for so short a time that RAM keeps its content.
    case brownout
    /// The core takes a hard fault.
    case trap
    /// The main loop stands still for ten seconds.
    case hang
    /// The I2C controller reports a bus error that was none.
    case buserror

    var isOfHost: Bool {
      switch self {
      case .close, .sleep, .unplug, .halt, .interface, .busreset, .abort, .touch: true
      case .press, .brownout, .trap, .hang, .buserror: false
      }
    }
  }

  let kind: Kind
  /// When it begins and when it is over, ns; the same for what has no duration.
  let (begin, end): (UInt64, UInt64)

  /// As in sleep@4-6 or halt@4; nil if the words are neither.
  init?(_ words: Substring) {
    let parts = words.split(separator: "@")
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
    let times = parts[1].split(separator: "-").compactMap { Double($0) }
    let takesTime = [.close, .sleep, .unplug].contains(kind)
    guard times.count == (takesTime ? 2 : 1), times[0] <= times[times.count - 1] else { return nil }
    self.kind = kind
    begin = UInt64(times[0] * 1e9)
    end = UInt64(times[times.count - 1] * 1e9)
  }
}
