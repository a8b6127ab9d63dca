import Foundation
import QuillonConversions
import QuillonFusion
import QuillonNumerics
import QuillonSerial

/// Sends samples and letters as datagrams to a plotter: lines `name:milliseconds:value§unit`, the
/// format of Teleplot (nesnes/teleplot, README, Telemetry Format).
///
/// Each sample is one datagram with a line for each number that the board sends:
///
/// - `ax ay az`: specific force, m/s²; or `ux uy uz`: linear acceleration, m/s²
/// - `gx gy gz`: angular rate, rad/s
/// - `mx my mz`: magnetic field, µT
/// - `qw qx qy qz`: attitude
/// - `pen`: 0 or 1
/// - `letter`: the label of each letter that is not rejected
///
/// Times are ms since 1970: the time when the first sample arrived, continued by the board's clock.
/// Sending never waits.
public final class TeleplotSender {
  /// The number of datagrams that the system did not accept.
  public var dropped: Int { port.dropped }

  private let port: DatagramPort
  /// The board's time 0, ms since 1970. Nil before the first sample.
  private var origin: Double?

  /// Creates a sender to a UDP port.
  ///
  /// - Parameters:
  ///   - host: A name or an address, IPv4 or IPv6.
  ///   - port: 1 to 65535.
  /// - Throws: `LinkError` if the host is unknown or the socket cannot be made.
  public init(host: String, port: UInt16) throws(LinkError) {
    self.port = try DatagramPort(host: host, port: port)
  }

  /// Sends an event if it is a sample or a letter.
  ///
  /// - Parameter event: The event.
  public func send(_ event: BridgeEvent) {
    switch event {
    case .sample(let sample, let time): send(sample.telemetry(at: milliseconds(time)))
    case .letter(let letter) where !letter.isRejected:
      let label = String(letter.label.filter { !":;|§\n".contains($0) })
      send(["letter:\(milliseconds(letter.time)):\(label)|t"])
    default: break
    }
  }

  private func milliseconds(_ time: Double) -> String {
    let origin = self.origin ?? Date().timeIntervalSince1970 * 1e3 - time * 1e3
    self.origin = origin
    return String(format: "%.1f", origin + time * 1e3)
  }

  private func send(_ lines: [String]) { port.send(Array(lines.joined(separator: "\n").utf8)) }
}

extension InertialSample {
  /// A line for each number.
  fileprivate func telemetry(at milliseconds: String) -> [String] {
    var lines: [String] = []
    func add(_ names: [String], _ values: [Double], _ unit: String = "") {
      for (name, value) in zip(names, values) {
        lines.append("\(name):\(milliseconds):\(value)\(unit)")
      }
    }
    switch acceleration {
    case .specificForce(let vector): add(["ax", "ay", "az"], vector.values, "§m/s²")
    case .linear(let vector): add(["ux", "uy", "uz"], vector.values, "§m/s²")
    }
    if let angularRate { add(["gx", "gy", "gz"], angularRate.values, "§rad/s") }
    if let magneticField { add(["mx", "my", "mz"], magneticField.values, "§µT") }
    if let q = attitude {
      add(["qw", "qx", "qy", "qz"], [q.w.double, q.x.double, q.y.double, q.z.double])
    }
    add(["pen"], [pen == .down ? 1 : 0])
    return lines
  }
}

extension Vector3 {
  fileprivate var values: [Double] { [x.double, y.double, z.double] }
}
