import Foundation
import QuillonSystem

/// Notifies systemd of the state of a service, as sd_notify(3) describes: datagrams to the socket that the environment variable
/// NOTIFY_SOCKET names. Without the variable nothing is sent.
public final class ServiceNotifier {
  private let socket: Int32?
  /// How often the watchdog is answered: half of the time that systemd allows. Nil if it has none.
  private let period: Duration?
  private var nextAnswer = ContinuousClock.now

  /// Connects to the socket of the environment.
  ///
  /// - Parameter environment: NOTIFY_SOCKET is a path, or a name after `@` in Linux's abstract
  ///   namespace. WATCHDOG_USEC is in µs; a value below 1 or above 10¹² is ignored. If WATCHDOG_PID
  ///   is not this process, the watchdog is another's.
  /// - Throws: `SystemError` if there is no such socket.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SystemError) {
    let limit = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    let isOurs = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    period = isOurs && (1...1_000_000_000_000).contains(limit) ? .microseconds(limit) / 2 : nil
    guard let path = environment["NOTIFY_SOCKET"], !path.isEmpty else {
      socket = nil
      return
    }
    let number = DatagramSocket.open(AF_UNIX)
    guard number >= 0 else { throw SystemError(errno) }
    do { try Self.connect(number, to: path) } catch {
      close(number)
      throw error
    }
    socket = number
  }

  deinit { if let socket { close(socket) } }

  /// The service has begun its work.
  public func ready() { send("READY=1") }

  /// The service ends.
  public func stopping() { send("STOPPING=1") }

  /// What the service does, for `systemctl status`; one line.
  public func status(_ words: String) {
    send("STATUS=" + words.map { $0.isNewline ? " " : String($0) }.joined())
  }

  /// Answers the watchdog if it is time. The service's own loop calls this, so that systemd notices
  /// when the loop stands still.
  public func answerWatchdog() {
    guard let period else { return }
    let now = ContinuousClock.now
    guard now >= nextAnswer else { return }
    nextAnswer = now + period
    send("WATCHDOG=1")
  }

  /// Sends without waiting: systemd being slow must not hold letters up.
  private func send(_ message: String) {
    guard let socket else { return }
    let bytes = Array(message.utf8)
    _ = Foundation.send(socket, bytes, bytes.count, Int32(MSG_DONTWAIT))
  }

  private static func connect(_ socket: Int32, to path: String) throws(SystemError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    if name[0] == UInt8(ascii: "@") { name[0] = 0 }
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw SystemError(ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let size = (MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2) + name.count
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(socket, $0, socklen_t(size))
      }
    }
    guard result == 0 else { throw SystemError(errno) }
  }
}
