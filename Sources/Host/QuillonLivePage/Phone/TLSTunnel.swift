import Foundation
import QuillonSystem

/// Encrypts the connections of a server on this computer: stunnel accepts them at an address of the
/// network and passes them on. Browsers show a telephone's sensors only to encrypted pages.
final class TLSTunnel: Sendable {
  private let process: BoundProcess
  private let folder: URL

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
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quillon-tunnel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let settings = folder.appendingPathComponent("stunnel.conf")
    try """
    foreground = yes
    pid =
    [quillon]
    accept = \(address.host):\(address.port)
    connect = 127.0.0.1:\(target)
    cert = \(certificate.path)
    """.write(to: settings, atomically: true, encoding: .utf8)
    process = try BoundProcess(stunnel, [settings.path])
    try waitUntilOpen(address)
  }

  /// Ends stunnel.
  func end() {
    process.end()
    try? FileManager.default.removeItem(at: folder)
  }

  private func waitUntilOpen(_ address: (host: String, port: UInt16)) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !LocalNetwork.answers(at: address) {
      guard process.isRunning, ContinuousClock.now < deadline else {
        end()
        throw PhoneFailure(
          """
          stunnel does not take connections at \(address.host):\(address.port): another program may \
          use this port, end it first
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
