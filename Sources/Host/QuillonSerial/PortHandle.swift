import CQuillonSerialPort

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open port of libserialport, and the lock on its device file.
///
/// It is safe to share between threads. The libserialport calls below only make system calls on a
/// descriptor, and the descriptor stays the same until ``close()``, which the owner calls once, at
/// the end.
final class PortHandle: @unchecked Sendable {
  /// The descriptor to wait on.
  let descriptor: Int32
  private let path: String
  private let lock: Int32
  private let port: OpaquePointer

  /// Locks and opens `path`.
  init(path: String) throws(LinkError) {
    let lock = try openExclusively(path)
    do throws(LinkError) {
      port = try Self.open(path)
    } catch {
      closeFile(lock)
      throw error
    }
    var number: Int32 = -1
    sp_get_port_handle(port, &number)
    _ = ioctl(lock, UInt(TIOCEXCL))
    descriptor = number
    self.path = path
    self.lock = lock
  }

  private static func open(_ path: String) throws(LinkError) -> OpaquePointer {
    let operation = "open \(path)"
    var found: OpaquePointer?
    try LinkError.check(sp_get_port_by_name(path, &found), operation)
    guard let port = found else { throw .memory(operation: operation) }
    do throws(LinkError) {
      try LinkError.check(sp_open(port, SP_MODE_READ_WRITE), operation)
    } catch {
      sp_free_port(port)
      throw error
    }
    return port
  }

  /// Sets 8 data bits, no parity, 1 stop bit and no flow control, then the speed in bits/s and the
  /// modem lines.
  func configure(baud: Int32, dtr: DataTerminalReady) throws(LinkError) {
    let format = "set 8N1 on \(path)"
    try LinkError.check(sp_set_bits(port, 8), format)
    try LinkError.check(sp_set_parity(port, SP_PARITY_NONE), format)
    try LinkError.check(sp_set_stopbits(port, 1), format)
    try LinkError.check(sp_set_flowcontrol(port, SP_FLOWCONTROL_NONE), format)
    try LinkError.check(sp_set_baudrate(port, baud), "set \(baud) baud on \(path)")
    let lines = "set DTR and RTS on \(path)"
    switch dtr {
    case .automatic: break
    case .on:
      try LinkError.check(sp_set_dtr(port, SP_DTR_ON), lines)
      try LinkError.check(sp_set_rts(port, SP_RTS_ON), lines)
    case .off:
      // RTS first, because DTR low with RTS high resets an ESP32.
      try LinkError.check(sp_set_rts(port, SP_RTS_OFF), lines)
      try LinkError.check(sp_set_dtr(port, SP_DTR_OFF), lines)
    }
  }

  /// Reads the bytes that have arrived. libserialport reads 0 bytes both when there are none and
  /// when the device is unplugged. Only asking for the number of waiting bytes distinguishes the
  /// two cases.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Attempt {
    let attempt = outcome(sp_nonblocking_read(port, buffer.baseAddress, buffer.count))
    if case .nothing = attempt, sp_input_waiting(port).rawValue < 0 { return .gone }
    return attempt
  }

  /// Hands over as many bytes as fit.
  func write(_ bytes: UnsafeRawBufferPointer) -> Attempt {
    outcome(sp_nonblocking_write(port, bytes.baseAddress, bytes.count))
  }

  /// The raised lines among those that a button can be wired to; nil when the port has none.
  var statusLines: StatusLines? {
    var signals = SP_SIG_CTS
    guard sp_get_signals(port, &signals) == SP_OK else { return nil }
    var lines: StatusLines = []
    if signals.rawValue & SP_SIG_CTS.rawValue != 0 { lines.insert(.cts) }
    if signals.rawValue & SP_SIG_DSR.rawValue != 0 { lines.insert(.dsr) }
    return lines
  }

  /// Closes the port and unlocks it.
  func close() {
    _ = ioctl(lock, UInt(TIOCNXCL))
    sp_close(port)
    sp_free_port(port)
    closeFile(lock)
  }

  private func outcome(_ code: sp_return) -> Attempt {
    let count = Int(code.rawValue)
    if count > 0 { return .moved(count) }
    return count == 0 || code == SP_ERR_FAIL && sp_last_error_code() == EINTR ? .nothing : .gone
  }
}
