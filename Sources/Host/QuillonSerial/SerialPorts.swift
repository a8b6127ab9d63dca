import CQuillonSerialPort

/// A serial port that the system knows. What the system does not tell is nil.
public struct SerialPortDescription: Equatable, Sendable {
  /// The device file, such as `/dev/ttyACM0`.
  public var name: String
  /// A line for people.
  public var description: String?
  /// The USB vendor's number.
  public var usbVendor: UInt16?
  /// The vendor's number for the product.
  public var usbProduct: UInt16?
  /// The maker, as the device says.
  public var manufacturer: String?
  /// The product, as the device says.
  public var product: String?
  /// The serial number, as the device says.
  public var serialNumber: String?

  /// A port of which nothing but its name is known.
  public init(name: String) { self.name = name }
}

/// The serial ports of this machine.
public enum SerialPorts {
  /// All ports present now, in the order of their names. Pseudo-terminals are not among them.
  ///
  /// - Throws: ``LinkError`` when the system does not let its devices be listed.
  public static func list() throws(LinkError) -> [SerialPortDescription] {
    var list: UnsafeMutablePointer<OpaquePointer?>?
    try LinkError.check(sp_list_ports(&list), "list the serial ports")
    defer { sp_free_port_list(list) }
    var ports: [SerialPortDescription] = []
    var next = list
    while let entry = next, let port = entry.pointee {
      ports.append(SerialPortDescription(port))
      next = entry + 1
    }
    return ports.sorted { $0.name < $1.name }
  }
}

extension SerialPortDescription {
  /// What libserialport knows of `port`.
  fileprivate init(_ port: OpaquePointer) {
    func text(_ characters: UnsafeMutablePointer<CChar>?) -> String? {
      characters.map { String(cString: $0) }
    }
    self.init(name: text(sp_get_port_name(port)) ?? "")
    description = text(sp_get_port_description(port))
    manufacturer = text(sp_get_port_usb_manufacturer(port))
    product = text(sp_get_port_usb_product(port))
    serialNumber = text(sp_get_port_usb_serial(port))
    var vendorNumber: Int32 = 0
    var productNumber: Int32 = 0
    if sp_get_port_usb_vid_pid(port, &vendorNumber, &productNumber) == SP_OK {
      usbVendor = UInt16(truncatingIfNeeded: vendorNumber)
      usbProduct = UInt16(truncatingIfNeeded: productNumber)
    }
  }
}
