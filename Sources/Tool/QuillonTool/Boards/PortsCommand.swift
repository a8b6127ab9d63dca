import ArgumentParser
import QuillonBridge
import QuillonSerial

struct PortsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ports",
    abstract: "Lists the serial ports and the devices that are plugged into them.")

  @Flag(help: "Print one JSON array instead of text.")
  var json = false

  func run() throws {
    let ports = try SerialPorts.list()
    if json {
      try Console.print(json: ports.map(PortLine.init))
    } else {
      for port in ports { try Console.print(PortLine(port).text) }
    }
    if ports.isEmpty {
      Console.note(
        "no serial port found: plug a board in, or start a virtual one with `quillon simulate --pty`"
      )
    }
  }
}

/// The printed form of a port. Values that the system does not know are left out.
private struct PortLine: Encodable {
  var path: String
  var description: String?
  var manufacturer: String?
  var product: String?
  var serialNumber: String?
  /// Vendor and product, hexadecimal, as in 2341:0043.
  var usb: String?

  init(_ port: SerialPortDescription) {
    path = port.name
    description = port.description
    manufacturer = port.manufacturer
    product = port.product
    serialNumber = port.serialNumber
    usb = port.usb
  }

  var text: String {
    let names = [manufacturer, product ?? description].compactMap(\.self).joined(separator: " ")
    let details = [usb, serialNumber.map { "serial number \($0)" }].compactMap(\.self)
    let line = names.isEmpty ? path : "\(path)  \(names)"
    return (details.isEmpty ? line : "\(line) (\(details.joined(separator: ", ")))").printable
  }
}

extension SerialPortDescription {
  /// Vendor and product of a USB device, hexadecimal, as in 2341:0043; nil if they are not known.
  var usb: String? {
    guard let usbVendor, let usbProduct else { return nil }
    return "\(Self.hexadecimal(usbVendor)):\(Self.hexadecimal(usbProduct))"
  }

  private static func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
