/// How a transfer on the bus ended.
public enum BusResult: UInt8, Sendable {
  /// The device acknowledged every byte.
  case acknowledged = 0
  /// No device answered at the address, or it refused a byte.
  case notAcknowledged = 1
  /// The transfer did not end in time: a line is held low.
  case timedOut = 2
}

/// A bus with registers behind addresses. I2C is one, and so is SPI with an address that selects the chip.
///
/// Every call returns when the transfer has ended, within 10 ms at the latest. The core may sleep meanwhile. An SPI bus sets the
/// read bit itself, and skips the byte that a BMI270 sends first.
public protocol SensorBus {
  /// True for SPI: the drivers then disable the I2C interface of a chip that has both.
  static var isSPI: Bool { get }

  /// Writes `bytes`: first the address of a register, then the values of it and of those that follow.
  ///
  /// - Parameters:
  ///   - bytes: at least 2 bytes. The drivers write at most 33.
  ///   - device: the 7-bit address.
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, to device: UInt8) -> BusResult

  /// Reads consecutive registers into all of `bytes`: writes the address of the first one, then a repeated start and the
  /// reading. A FIFO's register gives its next byte each time.
  ///
  /// - Parameters:
  ///   - bytes: 1…128 bytes. If the transfer fails, their content is undefined.
  ///   - register: the address of the first register.
  ///   - device: the 7-bit address.
  mutating func read(
    into bytes: UnsafeMutableBufferPointer<UInt8>, from register: UInt8, of device: UInt8
  ) -> BusResult

  /// Reads all of `bytes` from a device that has messages instead of registers: nothing is written before. On SPI it fails.
  ///
  /// - Parameters:
  ///   - bytes: 1…128 bytes. If the transfer fails, their content is undefined.
  ///   - device: the 7-bit address.
  mutating func read(into bytes: UnsafeMutableBufferPointer<UInt8>, of device: UInt8) -> BusResult

  /// Frees lines that a device holds: nine clocks with SDA high, then a stop (I2C-bus specification UM10204, section 3.1.16).
  /// Does nothing on SPI.
  mutating func free()

  /// Returns after at least this time. Only the self-test and the search for a BNO08x call it.
  mutating func pause(milliseconds: UInt32)
}

extension SensorBus {
  /// False.
  @inline(__always)
  public static var isSPI: Bool { false }

  /// Fails without an acknowledgment.
  public mutating func read(
    into bytes: UnsafeMutableBufferPointer<UInt8>, of device: UInt8
  ) -> BusResult { .notAcknowledged }

  /// Writes one register.
  @inline(never)
  public mutating func write(_ value: UInt8, to register: UInt8, of device: UInt8) -> BusResult {
    var pair: (UInt8, UInt8) = (register, value)
    return withUnsafeBytes(of: &pair) { raw in
      raw.withMemoryRebound(to: UInt8.self) { write($0, to: device) }
    }
  }

  /// Reads one register; nil if the transfer failed. `result` is its outcome.
  @inline(never)
  public mutating func read(
    _ register: UInt8, of device: UInt8, _ result: inout BusResult
  ) -> UInt8? {
    var value: UInt8 = 0
    result = withUnsafeMutablePointer(to: &value) {
      read(into: UnsafeMutableBufferPointer(start: $0, count: 1), from: register, of: device)
    }
    return result == .acknowledged ? value : nil
  }

  /// Reads two registers; nil if the transfer failed. The first one is the lower byte of the result.
  @inline(never)
  public mutating func readPair(_ register: UInt8, of device: UInt8) -> UInt16? {
    var pair: UInt16 = 0
    let result = withUnsafeMutableBytes(of: &pair) { raw in
      raw.withMemoryRebound(to: UInt8.self) { read(into: $0, from: register, of: device) }
    }
    return result == .acknowledged ? UInt16(littleEndian: pair) : nil
  }
}

/// The bus of a board that has none: nothing answers.
public struct NoBus: SensorBus {
  /// The bus.
  public init() {}

  public mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, to device: UInt8) -> BusResult {
    .notAcknowledged
  }

  public mutating func read(
    into bytes: UnsafeMutableBufferPointer<UInt8>, from register: UInt8, of device: UInt8
  ) -> BusResult { .notAcknowledged }

  public mutating func free() {}

  public mutating func pause(milliseconds: UInt32) {}
}
