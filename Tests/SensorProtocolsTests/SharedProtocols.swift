import Foundation
import TestSupport

/// The published messages and captures beside the recordings, which a checkout may or may not have.
enum SharedProtocols {
  static let folder: URL? = {
    guard let data = SharedData.folder else { return nil }
    let folder = data.deletingLastPathComponent().appendingPathComponent("protocols")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static var isPresent: Bool { folder != nil }

  static func bytes(of file: String) throws -> [UInt8] {
    guard let folder else { return [] }
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(file)))
  }
}
