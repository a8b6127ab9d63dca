import Foundation
import QuillonSystem

/// Encrypts the connections of a server on this computer: stunnel accepts them at an address of the
/// network and passes them on. Browsers show a telephone's sensors only to encrypted pages.
final class TLSTunnel: Sendable {
  private let process: BoundProcess

  /// Starts stunnel.
  ///
  /// - Parameters:
  ///   - address: The IPv4 address and the port to accept connections at.
  ///   - target: The server's port at 127.0.0.1.
  ///   - certificate: The file with the certificate and its key. It is made if it is not there.
  /// - Throws: ``PhoneFailure`` if a program is missing, or if the port is in use.
  init(at address: (host: String, port: UInt16), to target: UInt16, certificate: URL) throws {
    guard let stunnel = Program.find("stunnel4") ?? Program.find("stunnel") else {
      throw PhoneFailure.missing("stunnel", encrypts: true)
    }
    try Self.make(certificate, for: address.host)
    let settings = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-tunnel-\(UUID().uuidString)").path
    let entry = UnfinishedFiles.add(settings)
    // stunnel reads it only when it starts.
    defer {
      unlink(settings)
      UnfinishedFiles.forget(entry)
    }
    guard Self.write(Data(Self.settings(address, target, certificate).utf8), to: settings) else {
      throw PhoneFailure("\(settings) cannot be written: check permissions and room")
    }
    process = try BoundProcess(stunnel, [settings])
    try waitUntilOpen(address, certificate)
  }

  /// The settings of stunnel. Whoever connects and does not begin to encrypt is sent away after 5 s, so that others get a place.
  private static func settings(
    _ address: (host: String, port: UInt16), _ target: UInt16, _ certificate: URL
  ) -> String {
    """
    foreground = yes
    pid =
    [quillon]
    accept = \(address.host):\(address.port)
    connect = 127.0.0.1:\(target)
    cert = \(certificate.path)
    TIMEOUTbusy = 5

    """
  }

  /// Ends stunnel.
  func end() { process.end() }

  private func waitUntilOpen(
    _ address: (host: String, port: UInt16), _ certificate: URL
  ) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !LocalNetwork.answers(at: address) {
      guard process.isRunning, ContinuousClock.now < deadline else {
        end()
        throw PhoneFailure(
          """
          stunnel does not take connections at \(address.host):\(address.port): end the program that uses this port, or \
          remove \(certificate.path), which may be damaged and is made anew
          """)
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  /// Makes a certificate that this computer signs itself, for 825 days.
  private static func make(_ certificate: URL, for host: String) throws {
    guard !FileManager.default.fileExists(atPath: certificate.path) else { return }
    guard let openssl = Program.find("openssl") else {
      throw PhoneFailure.missing("openssl", encrypts: true)
    }
    try FileManager.default.createDirectory(
      at: certificate.deletingLastPathComponent(), withIntermediateDirectories: true)
    let made = try Program.run(
      openssl,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
        "825", "-subj", "/CN=Quillon", "-addext", "subjectAltName=IP:\(host)", "-keyout", "-",
        "-out", "-",
      ])
    guard made.starts(with: Data("-----BEGIN".utf8)) else {
      throw PhoneFailure("openssl made no certificate: run `openssl version` to see if it works")
    }
    guard Self.write(made, to: certificate.path + ".new") else {
      throw PhoneFailure("\(certificate.path) cannot be written: check permissions and room")
    }
    try FileManager.default.moveItem(atPath: certificate.path + ".new", toPath: certificate.path)
  }

  /// Writes a file that nobody else may read, at no time.
  private static func write(_ content: Data, to path: String) -> Bool {
    unlink(path)
    let number = open(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else { return false }
    let file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    return (try? file.write(contentsOf: content)) != nil
  }
}
