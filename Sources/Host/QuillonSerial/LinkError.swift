import QuillonSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a port could not be listed, opened or set up.
///
/// The last four cases are libserialport's classes of errors. `operation` completes the words
/// "cannot …", for example "set 250000 baud on /dev/ttyUSB0".
public enum LinkError: Error, Equatable, Sendable {
  /// There is no port at this path.
  case noSuchPort(path: String)
  /// Another program, or this one, has the port open.
  case busy(path: String)
  /// The user has no permission to open the port.
  case permission(path: String)
  /// A path or value that is not valid for this operation.
  case argument(operation: String)
  /// The operating system reported this `errno`.
  case failure(operation: String, errno: Int32)
  /// The system or the device cannot do it.
  case unsupported(operation: String)
  /// There is no memory left.
  case memory(operation: String)

  /// The error for an `open` of `path` that failed with `errno`.
  public init(opening path: String, errno: Int32) {
    switch errno {
    case ENOENT, ENOTDIR, ENODEV, ENXIO: self = .noSuchPort(path: path)
    case EBUSY, EWOULDBLOCK: self = .busy(path: path)
    case EACCES, EPERM: self = .permission(path: path)
    case ENOMEM: self = .memory(operation: "open \(path)")
    default: self = .failure(operation: "open \(path)", errno: errno)
    }
  }
}

extension LinkError: CustomStringConvertible {
  /// What is wrong, and what to do next.
  public var description: String {
    switch self {
    case .noSuchPort(let path):
      "there is no port \(path): plug the board in and run `quillon ports` to list them"
    case .busy(let path):
      """
      port \(path) is in use: close the program that has it open (`fuser \(path.shellQuoted)` names it)
      """
    case .permission(let path):
      """
      no permission to open \(path): join the group of serial ports \
      (`sudo usermod -aG dialout $USER`, then log in again) or add a udev rule for the board
      """
    case .argument(let operation):
      "cannot \(operation): not a serial port or not a valid setting: run `quillon ports` to list "
        + "the ports"
    case .failure(let operation, let errno):
      "cannot \(operation): \(String(cString: strerror(errno))) (errno \(errno)): plug the board "
        + "in again and run `quillon ports` to see whether the system finds it"
    case .unsupported(let operation):
      "cannot \(operation): the port cannot do that: choose another speed, or DTR `auto`"
    case .memory(let operation):
      "cannot \(operation): no memory left: close other programs and try again"
    }
  }
}
