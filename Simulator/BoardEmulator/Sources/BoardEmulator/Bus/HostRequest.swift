// SPDX-License-Identifier: MIT

/// A request of a host that enumerates a device (Universal Serial Bus Specification 2.0, 9.3), and its expected outcome.
struct HostRequest {
  enum Outcome {
    /// A descriptor, as long as it is or as was asked for, and the same each time.
    case descriptor
    /// Just these bytes.
    case bytes([UInt8])
    /// The device does not have it, and must refuse the request.
    case refused
    /// The device does it.
    case done
    /// The host hears nothing, and asks something else.
    case lost
    /// It is no request: the host resets the bus.
    case reset
  }

  enum Length {
    case bytes(UInt16)
    /// The length that the descriptor specifies, and so many bytes more.
    case all(more: UInt16 = 0)
  }

  /// bmRequestType, bRequest, wValue and wIndex.
  var kind: UInt8
  var number: UInt8
  var value: UInt16 = 0
  var index: UInt16 = 0
  var length = Length.bytes(0)
  var data: [UInt8] = []
  var outcome = Outcome.done
  /// True for one that goes to the interface of the keyboard, if there is one.
  var isForKeyboard = false

  /// The same, without an answer.
  var lost: Self {
    var copy = self
    copy.outcome = .lost
    return copy
  }

  private static func descriptor(_ value: UInt16, _ index: UInt16, _ length: Length) -> Self {
    Self(kind: 0x80, number: 6, value: value, index: index, length: length, outcome: .descriptor)
  }

  static let reset = Self(kind: 0, number: 0, outcome: .reset)
  static let address = Self(kind: 0, number: 5, value: 7)
  static let select = Self(kind: 0, number: 9, value: 1)
  /// SET_LINE_CODING with 57,600 baud and SET_CONTROL_LINE_STATE (PSTN 1.2, 6.3).
  static let coding = Self(kind: 0x21, number: 0x20, data: [0, 0xE1, 0, 0, 0, 0, 8])
  static func lines(_ state: UInt16) -> Self { Self(kind: 0x21, number: 0x22, value: state) }

  static func device(_ length: UInt16) -> Self { descriptor(0x0100, 0, .bytes(length)) }
  static func configuration(_ length: Length) -> Self { descriptor(0x0200, 0, length) }
  static func languages(_ length: UInt16) -> Self { descriptor(0x0300, 0, .bytes(length)) }
  static func string(_ number: UInt16, _ length: Length) -> Self {
    descriptor(0x0300 | number, 0x0409, length)
  }

  static func refused(_ value: UInt16, _ length: UInt16) -> Self {
    Self(kind: 0x80, number: 6, value: value, length: .bytes(length), outcome: .refused)
  }

  static func reads(_ kind: UInt8, _ number: UInt8, _ bytes: [UInt8]) -> Self {
    Self(
      kind: kind, number: number, length: .bytes(UInt16(bytes.count)), outcome: .bytes(bytes))
  }

  /// The HID descriptor of the interface, and how its reports are built (HID 1.11, 7.1.1).
  static let keyboard = Self(
    kind: 0x81, number: 6, value: 0x2100, length: .bytes(9), outcome: .descriptor,
    isForKeyboard: true)
  static func reports(more: UInt16 = 0) -> Self {
    Self(
      kind: 0x81, number: 6, value: 0x2200, length: .all(more: more), outcome: .descriptor,
      isForKeyboard: true)
  }
  /// SET_IDLE 0, SET_PROTOCOL to reports, GET_REPORT and SET_REPORT with the light of Num Lock (HID 1.11, 7.2).
  static let idle = Self(kind: 0x21, number: 0x0A, isForKeyboard: true)
  static let reportProtocol = Self(kind: 0x21, number: 0x0B, value: 1, isForKeyboard: true)
  static let report = Self(
    kind: 0xA1, number: 1, value: 0x0100, length: .bytes(8),
    outcome: .bytes([UInt8](repeating: 0, count: 8)), isForKeyboard: true)
  static let lights = Self(
    kind: 0x21, number: 9, value: 0x0200, data: [1], isForKeyboard: true)
}

/// An operating system that enumerates a device, in the order of its sources.
enum HostSystem: String, CaseIterable {
  case linux, windows, macos

  /// What it asks of a device that works, up to the opened port.
  var enumeration: [HostRequest] {
    switch self {
    // torvalds/linux: drivers/usb/core/hub.c, hub_port_init and check_highspeed; config.c, usb_get_configuration; message.c,
    // usb_cache_string and usb_string_sub; drivers/usb/class/cdc-acm.c, acm_probe and acm_port_dtr_rts; drivers/hid/usbhid/hid-core.c,
    // usbhid_parse, usbhid_start. GET_CONFIGURATION and GET_STATUS are those of lsusb -v, GET_REPORT that of hidraw.
    case .linux:
      [
        .reset, .device(64), .reset, .address, .device(18), .refused(0x0600, 10),
        .configuration(.bytes(9)), .configuration(.all()), .languages(255),
        .string(2, .bytes(255)), .string(1, .bytes(255)), .select, .coding, .idle, .reports(),
        .report, .lights, .reads(0x80, 8, [1]), .reads(0x80, 0, [0, 0]), .lines(3),
      ]
    // Jan Axelson, USB Complete, “Enumeration”: 64 bytes, of which Windows fetches one packet, and a reset; Craig Peacock, USB in a
    // Nutshell, 5: 9 and 255 bytes of the configuration; Microsoft, “Microsoft OS Descriptors”: string EEh of 18 bytes; the report
    // descriptor with 64 bytes more, in cppblog.com/wrhwww 134727. usbser.sys has no source: the order here is that of a program that opens
    // the port in .NET.
    case .windows:
      [
        .reset, .device(64), .reset, .address, .device(18), .configuration(.bytes(9)),
        .configuration(.bytes(255)), .refused(0x03EE, 18), .languages(255),
        .string(2, .bytes(255)), .refused(0x0600, 10), .device(18), .configuration(.bytes(9)),
        .configuration(.all()), .select, .reads(0xA1, 0x21, [0, 0xC2, 1, 0, 0, 0, 8]), .lines(0),
        .idle, .reports(more: 64), .lights, .string(1, .bytes(255)), .string(2, .bytes(255)),
        .reads(0xA1, 0x21, [0, 0xC2, 1, 0, 0, 0, 8]), .coding,
        .reads(0xA1, 0x21, [0, 0xE1, 0, 0, 0, 0, 8]), .lines(1), .lines(3),
      ]
    // opensource-apple/IOUSBFamily: AppleUSBHubPort.cpp, AddDeviceResetChangeHandler (8 bytes, no second reset); IOUSBDevice.cpp, start,
    // GetStringDescriptor (2 bytes, then all) and GetFullConfigurationDescriptor (4 bytes, then all). IOHIDFamily, IOUSBHIDDriver.cpp:
    // the HID descriptor of the configuration, reports, SET_IDLE, SET_PROTOCOL.
    case .macos:
      [
        .reset, .device(8), .address, .device(18), .string(2, .bytes(2)), .string(2, .all()),
        .string(1, .bytes(2)), .string(1, .all()), .configuration(.bytes(4)),
        .configuration(.all()), .select, .keyboard, .reports(), .idle, .reportProtocol, .report,
        .lights, .reads(0xA1, 0x21, [0, 0xC2, 1, 0, 0, 0, 8]), .coding, .lines(3),
      ]
    }
  }

  /// What it asks if answers get lost: the same sources specify how often it asks again, and with
  /// what.
  var enumerationWithErrors: [HostRequest] {
    switch self {
    // GET_MAXPACKET0_TRIES 3, GET_DESCRIPTOR_TRIES 2 with a reset each; then the old scheme, with SET_ADDRESS and 8 bytes,
    // SET_ADDRESS_TRIES 2. Strings: what does not come with 255 bytes, with 2 and then all.
    case .linux:
      [
        .reset, .device(64).lost, .device(64).lost, .device(64).lost, .reset, .device(64).lost,
        .device(64).lost, .device(64).lost, .reset, .address.lost, .address, .device(8).lost,
        .device(8), .device(18).lost, .device(18), .refused(0x0600, 10),
        .configuration(.bytes(9)).lost, .configuration(.bytes(9)), .configuration(.all()),
        .languages(255).lost, .languages(2), .languages(4), .string(2, .bytes(255)).lost,
        .string(2, .bytes(2)), .string(2, .all()), .string(1, .bytes(255)), .select.lost, .select,
        .coding.lost, .coding, .idle.lost, .reports().lost, .reports(), .lights.lost, .lights,
        .lines(3).lost, .lines(3),
      ]
    // It resets the port and begins anew, three times in all (Microsoft, “How does USB stack enumerate a device?”).
    case .windows:
      [.reset, .device(64).lost, .reset, .device(64), .reset, .address.lost]
        + [.reset, .device(64), .reset, .address, .device(18), .configuration(.bytes(9)).lost]
        + enumeration
    // Five times 8 bytes, 30 ms apart; after a failed SET_ADDRESS the port is switched off and on; the device descriptor four times; a
    // string whose length does not come, with 256 bytes; a configuration of which 4 bytes do not come, with 9.
    case .macos:
      [.reset] + Array(repeating: .device(8).lost, count: 4) + [.device(8), .address.lost]
        + [
          .reset, .device(8), .address, .device(18).lost, .device(18), .string(2, .bytes(2)).lost,
          .string(2, .bytes(256)), .string(1, .bytes(2)), .string(1, .all()),
          .configuration(.bytes(4)).lost, .configuration(.bytes(9)), .configuration(.all()),
          .select.lost, .select, .reports().lost, .reports(), .idle.lost, .reportProtocol,
          .coding.lost, .coding, .lines(3),
        ]
    }
  }
}
