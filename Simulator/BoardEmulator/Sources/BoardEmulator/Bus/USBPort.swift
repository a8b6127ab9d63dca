// SPDX-License-Identifier: MIT

/// What a device answers to a packet of the host (Universal Serial Bus Specification 2.0, 8.4.6).
enum USBAnswer: Equatable {
  /// Data with their parity: false for DATA0, true for DATA1.
  case data([UInt8], parity: Bool)
  case acknowledge
  /// Not now.
  case notReady
  case stall
  /// Nothing: the endpoint is off. The host counts it as an error.
  case silence
}

/// A device controller, as a host on its cable sees it.
protocol USBPort: AnyObject {
  /// The host has plugged the cable in; from now on there is bus power.
  func plugIn()
  /// The host has pulled the cable.
  func unplug()
  /// A frame begins.
  func startFrame()
  /// The bus has been still for 3 ms; and it goes on.
  func suspend()
  func resume()
  /// True while its pull-up resistor shows a device.
  var isAttached: Bool { get }
  /// The address that it answers to.
  var address: UInt8 { get }
  /// Resets the bus.
  func resetBus()
  /// Sends the eight bytes of a request, which a device has to accept.
  func request(_ bytes: [UInt8])
  /// Asks `endpoint` for a packet.
  func receive(from endpoint: Int) -> USBAnswer
  /// Sends a packet to `endpoint`.
  func send(_ bytes: [UInt8], parity: Bool, to endpoint: Int) -> USBAnswer
}
