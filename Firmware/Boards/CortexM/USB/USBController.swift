/// What a serial port on USB needs of a chip's device controller.
///
/// Endpoint 0 carries requests, 82h bytes to the host and 02h bytes from it, at most 64 in a packet, and 83h what a keyboard types. 81h is
/// for notifications: none is sent, but the host asks for them, and a controller answers for endpoints that are open only. The host starts
/// all transfers. So each function prepares the controller for the next one.
public protocol USBController {
  /// Sends a packet of `count` bytes, 0…64, on endpoint 0.
  static func sendControl(_ bytes: UnsafePointer<UInt8>?, _ count: Int)

  /// Lets the host send the data of a request, at most 7 bytes, to the address from `usb_line_coding`.
  static func receiveControl()

  /// Ends a request whose data, if any, came from the host.
  static func acknowledge()

  /// Lets the host end a request whose data went to it.
  static func awaitAcknowledgment()

  /// Refuses a request.
  static func refuse()

  /// True if the controller acknowledges its new address by itself.
  static var acknowledgesAddress: Bool { get }

  /// Answers to this address from now on.
  static func use(address: UInt8)

  /// Restarts endpoint 81h, 82h, 02h or 83h: its next packet is the first of a pair (DATA0), and nothing waits to be
  /// sent. What has come from the host is kept.
  static func open(endpoint: UInt8)

  /// Withdraws the packet that the host has not fetched from endpoint 82h.
  static func withdraw()

  #if Keyboard
    /// True while the computer sleeps.
    static var isSuspended: Bool { get }

    /// Sends a report of a keyboard on endpoint 83h: modifier keys, a zero, a key and five zeros.
    static func report(_ modifiers: UInt8, _ key: UInt8)
  #endif
}
