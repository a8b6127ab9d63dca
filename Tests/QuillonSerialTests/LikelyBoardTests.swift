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

  /// A board with this project's firmware goes before an adapter, and an adapter before a printer.
  @Test func aBoardThatIsCalledQuillonIsFirst() {
    let printer = port(vendor: 0x1234, product: "LaserJet")
    let adapter = port(vendor: 0x0403)
    let board = port(vendor: 0x1209, product: "Quillon")
    #expect([printer, adapter, board, port()].withBoards.map(\.product) == ["Quillon"])
    #expect([printer, adapter, port()].withBoards.map(\.usbVendor) == [0x0403])
    #expect([printer, port()].withBoards.map(\.product) == ["LaserJet"])
    #expect([port()].withBoards.isEmpty)
  }
}
