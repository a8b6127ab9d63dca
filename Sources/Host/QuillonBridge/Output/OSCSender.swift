import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonSerial

/// Sends letters, the pen and the motion of the board as datagrams to a program for music or light: messages of Open Sound Control
/// 1.0 (Wright, opensoundcontrol.org), each in a datagram of its own.
///
/// - `/quillon/letter`, a string and two floats: the label of a letter or gesture, its score and its margin. Rejected ones are left out.
/// - `/quillon/pen`, an integer: 1 or 0, at each change.
/// - `/quillon/attitude`, four floats: the rotation from the board's axes to the reference frame, w x y z.
/// - `/quillon/acceleration`, three floats: without gravity, reference frame, m/s².
/// - `/quillon/rate`, three floats: the angular rate about the board's axes, rad/s.
///
/// What the board does not send, and what is not known yet, is left out. Sending never waits.
public final class OSCSender {
  /// The number of datagrams that the system did not accept.
  public var dropped: Int { port.dropped }

  private let port: DatagramPort
  private var pen = PenState.up

  /// Creates a sender to a UDP port.
  ///
  /// - Parameters:
  ///   - host: A name or an address, IPv4 or IPv6.
  ///   - port: 1 to 65535.
  /// - Throws: `LinkError` if the host is unknown or the socket cannot be made.
  public init(host: String, port: UInt16) throws(LinkError) {
    self.port = try DatagramPort(host: host, port: port)
  }

  /// Sends an event if it is a letter, a sample or a motion.
  public func send(_ event: BridgeEvent) {
    switch event {
    case .letter(let letter) where !letter.isRejected:
      port.send(
        Self.message(
          "letter", [.string(letter.label), .float(letter.score), .float(letter.margin)]))
    case .sample(let sample, _):
      guard let rate = sample.angularRate else { return }
      port.send(Self.message("rate", Self.floats(rate)))
    case .motion(let motion, _):
      if motion.pen != pen {
        pen = motion.pen
        port.send(Self.message("pen", [.integer(pen == .down ? 1 : 0)]))
      }
      if let q = motion.attitude {
        let components = [q.w.double, q.x.double, q.y.double, q.z.double]
        port.send(Self.message("attitude", components.map(Argument.float)))
      }
      if let acceleration = motion.linearAcceleration {
        port.send(Self.message("acceleration", Self.floats(acceleration)))
      }
    default: break
    }
  }

  private static func floats<let f: Int>(_ vector: Vector3<f>) -> [Argument] {
    [vector.x.double, vector.y.double, vector.z.double].map(Argument.float)
  }

  private enum Argument {
    case integer(Int32)
    case float(Double)
    case string(String)

    var tag: Character {
      switch self {
      case .integer: "i"
      case .float: "f"
      case .string: "s"
      }
    }

    var bytes: [UInt8] {
      switch self {
      case .integer(let number): withUnsafeBytes(of: number.bigEndian, Array.init)
      case .float(let number):
        withUnsafeBytes(of: Float(number).bitPattern.bigEndian, Array.init)
      case .string(let text): padded(text)
      }
    }
  }

  /// An address, the types of the arguments, and the arguments. All of it in blocks of four bytes, numbers with the high byte first.
  private static func message(_ name: String, _ arguments: [Argument]) -> [UInt8] {
    padded("/quillon/\(name)") + padded("," + String(arguments.map(\.tag)))
      + arguments.flatMap(\.bytes)
  }

  /// A text with one to four zeros behind it. A zero within it would end it.
  private static func padded(_ text: String) -> [UInt8] {
    let bytes = text.utf8.filter { $0 != 0 }
    return bytes + [UInt8](repeating: 0, count: 4 - bytes.count % 4)
  }
}
