import Foundation

/// How a telephone gets to its own page. The page of the desktop shows it.
public struct PhoneInvitation: Encodable, Equatable, Sendable {
  let kind = "phone"
  /// The address of the telephone's page, with its key.
  public var page: String
  /// The address as a picture for a camera: an SVG in a `data:` address. Nil if no program draws it.
  public var picture: String?

  /// An invitation from its parts.
  ///
  /// - Parameters:
  ///   - page: The address of the telephone's page, with its key.
  ///   - svg: The address as an SVG picture, or nil.
  public init(page: String, svg: Data?) {
    self.page = page
    picture = svg.map { "data:image/svg+xml;base64,\($0.base64EncodedString())" }
  }
}
