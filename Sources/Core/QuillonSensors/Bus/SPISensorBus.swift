/// An SPI controller and the pin that selects a chip.
public protocol SPIPort {
  /// Selects the chip, sends `outgoing`, exchanges `skipped` dummy bytes, reads into all of `incoming`, and deselects the chip.
  /// Mode 3: the clock idles high, and bits are sampled at its rising edge.
  ///
  /// - Returns: `timedOut` if it did not end within 10 ms, otherwise `acknowledged`: SPI has no acknowledgment.
  mutating func transfer(
    _ outgoing: UnsafeBufferPointer<UInt8>, skipping skipped: Int,
    into incoming: UnsafeMutableBufferPointer<UInt8>
  ) -> BusResult

  /// Returns after at least this time.
  mutating func pause(milliseconds: UInt32)
}

/// A chip on SPI, for drivers that know registers and addresses.
///
/// A chip on SPI has no address: a pin selects it. So the lowest bit of the address selects how it answers. At an even address the
/// chip's bytes follow at once. At an odd one it sends a dummy byte first, as a BMI270 does. Each driver tries both, so it finds its
/// chip at the one that fits.
public struct SPISensorBus<Port: SPIPort>: SensorBus {
  private var port: Port

  @inline(__always)
  public static var isSPI: Bool { true }

  /// The chip at `port`.
  public init(_ port: Port) { self.port = port }

  /// True if the chip sends a dummy byte first.
  @inline(__always)
  private func hasLead(_ device: UInt8) -> Bool { device & 1 != 0 }

  /// A BMI270 listens on SPI only after the selecting pin has risen once since its reset (boschsensortec/BMI270_SensorAPI, bmi2.c).
  private mutating func prepare(_ device: UInt8) -> BusResult {
    guard hasLead(device) else { return .acknowledged }
    return port.transfer(
      UnsafeBufferPointer(start: nil, count: 0), skipping: 0,
      into: UnsafeMutableBufferPointer(start: nil, count: 0))
  }

  public mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, to device: UInt8) -> BusResult {
    let result = prepare(device)
    guard result == .acknowledged else { return result }
    return port.transfer(
      bytes, skipping: 0, into: UnsafeMutableBufferPointer(start: nil, count: 0))
  }

  public mutating func read(
    into bytes: UnsafeMutableBufferPointer<UInt8>, from register: UInt8, of device: UInt8
  ) -> BusResult {
    let result = prepare(device)
    guard result == .acknowledged else { return result }
    // Bit 7 of the first byte asks for a reading.
    var first = register | 0x80
    return withUnsafePointer(to: &first) {
      port.transfer(
        UnsafeBufferPointer(start: $0, count: 1), skipping: hasLead(device) ? 1 : 0, into: bytes)
    }
  }

  /// Nothing: no chip can hold a line of SPI.
  public mutating func free() {}

  public mutating func pause(milliseconds: UInt32) { port.pause(milliseconds: milliseconds) }
}
