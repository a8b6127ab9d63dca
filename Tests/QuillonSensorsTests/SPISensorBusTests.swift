import QuillonSensors
import Testing

/// What goes over the lines of SPI. The chips themselves are tried on an emulated Pico (`make test-boards`).
@Suite struct SPISensorBusTests {
  /// Notes each transfer, and answers with the numbers from 1 on.
  private final class Line {
    var transfers: [(sent: [UInt8], skipped: Int, read: Int)] = []
    var result = BusResult.acknowledged
    var paused: UInt32 = 0
  }

  private struct Port: SPIPort {
    let line: Line

    mutating func transfer(
      _ outgoing: UnsafeBufferPointer<UInt8>, skipping skipped: Int,
      into incoming: UnsafeMutableBufferPointer<UInt8>
    ) -> BusResult {
      line.transfers.append((Array(outgoing), skipped, incoming.count))
      for index in incoming.indices { incoming[index] = UInt8(index + 1) }
      return line.result
    }

    mutating func pause(milliseconds: UInt32) { line.paused += milliseconds }
  }

  private let line = Line()
  private var bus: SPISensorBus<Port> { SPISensorBus(Port(line: line)) }

  private func read(_ count: Int, of device: UInt8) -> (BusResult, [UInt8]) {
    var bus = bus
    var bytes = [UInt8](repeating: 0, count: count)
    let result = bytes.withUnsafeMutableBufferPointer { bus.read(into: $0, from: 0x0F, of: device) }
    return (result, bytes)
  }

  @Test func readingSetsTheUppermostBit() {
    #expect(read(3, of: 0x6A) == (.acknowledged, [1, 2, 3]))
    #expect(line.transfers.map(\.sent) == [[0x8F]])
    #expect(line.transfers.map(\.skipped) == [0])
  }

  @Test func aChipAtAnOddAddressIsWokenAndSendsAByteFirst() {
    #expect(read(2, of: 0x69) == (.acknowledged, [1, 2]))
    #expect(line.transfers.map(\.sent) == [[], [0x8F]])
    #expect(line.transfers.map(\.skipped) == [0, 1])
    #expect(line.transfers.map(\.read) == [0, 2])
  }

  @Test(arguments: [0x68 as UInt8, 0x69])
  func writingSendsTheBytesAsTheyAre(_ device: UInt8) {
    let sent: [[UInt8]] = device == 0x68 ? [[0x7E, 0xB6]] : [[], [0x7E, 0xB6]]
    var bus = bus
    #expect(bus.write(0xB6, to: 0x7E, of: device) == .acknowledged)
    #expect(line.transfers.map(\.sent) == sent)
    #expect(line.transfers.allSatisfy { $0.read == 0 && $0.skipped == 0 })
  }

  @Test(arguments: [0x68 as UInt8, 0x69])
  func aTransferThatDoesNotEndIsTold(_ device: UInt8) {
    line.result = .timedOut
    var bus = bus
    #expect(read(1, of: device).0 == .timedOut)
    #expect(bus.write(1, to: 2, of: device) == .timedOut)
    #expect(line.transfers.count == 2, "nothing follows a transfer that failed")
  }

  @Test func pausesAreThePortsAndNothingIsToBeFreed() {
    var bus = bus
    bus.free()
    bus.pause(milliseconds: 7)
    #expect(line.paused == 7 && line.transfers.isEmpty)
  }
}
