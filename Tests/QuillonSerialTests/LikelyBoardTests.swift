import QuillonSerial
import Testing

@Suite struct LikelyBoardTests {
  private func port(vendor: UInt16? = nil, product: String? = nil) -> SerialPortDescription {
    var port = SerialPortDescription(name: "/dev/ttyACM0")
    port.usbVendor = vendor
    port.product = product
    return port
  }

  @Test func vendorsAndWordsTell() {
    #expect(port(vendor: 0x2341).isLikelyBoard)
    #expect(port(vendor: 0x1234, product: "Xsens MTi").isLikelyBoard)
    #expect(port(product: "9DOF AHRS").isLikelyBoard)
    #expect(!port().isLikelyBoard)
    #expect(!port(vendor: 0x1234, product: "LaserJet").isLikelyBoard)
  }
}
