import CQuillonSerialPort

/// A serial port of this machine. A property that the system does not know is nil.
public struct SerialPortDescription: Equatable, Sendable {
  /// The device file, for example `/dev/ttyACM0`.
  public var name: String
  /// A description for the user, on one line.
  public var description: String?
  /// The USB vendor ID.
  public var usbVendor: UInt16?
  /// The USB product ID.
  public var usbProduct: UInt16?
  /// The manufacturer's name, as the device reports it.
  public var manufacturer: String?
  /// The product's name, as the device reports it.
  public var product: String?
  /// The serial number, as the device reports it.
  public var serialNumber: String?

  /// A port of which only the name is known.
  public init(name: String) { self.name = name }
}

/// The serial ports of this machine.
public enum SerialPorts {
  /// All ports present now, sorted by name. Pseudo-terminals are not included.
  ///
  /// - Throws: ``LinkError`` when the system cannot list its devices.
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
  /// The description of `port` from libserialport.
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
