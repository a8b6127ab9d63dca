import Foundation

/// The latency timer of an FTDI adapter: how long the adapter holds bytes back until there are
/// enough for a packet.
public enum LatencyTimer {
  /// The port's latency, ms; nil for ports without such a timer, that is, all ports except those of
  /// FTDI's driver.
  ///
  /// - Parameters:
  ///   - path: the port's device file, or a link to it.
  ///   - folder: where the system publishes the properties of ports at USB adapters.
  public static func milliseconds(
    of path: String, in folder: String = "/sys/bus/usb-serial/devices"
  ) -> Int? {
    let name = URL(fileURLWithPath: path).resolvingSymlinksInPath().lastPathComponent
    guard
      let text = try? String(contentsOfFile: "\(folder)/\(name)/latency_timer", encoding: .utf8)
    else { return nil }
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
