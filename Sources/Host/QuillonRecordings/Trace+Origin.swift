import QuillonConversions
import QuillonNumerics
import QuillonRecognizer

/// How a recording was made, according to its comments.
extension Trace {
  /// The planes of its letters, each once: comments such as `plane wrist`, `plane wrist azimuth 46.5` or `plane wrist azimuth 46.5 axis y`, with
  /// the azimuth in degrees. Empty if no comment names one. Other comments that begin like these are text.
  public var planes: [PlaneRule] {
    var planes: [PlaneRule] = []
    for plane in comments.compactMap(Self.plane(toldBy:)) where !planes.contains(plane) {
      planes.append(plane)
    }
    return planes
  }

  /// The person who wrote, as the last comment such as `writer p07` names them; nil without one.
  public var writer: String? {
    comments.last { $0.hasPrefix(Self.writerKey) }.map {
      String($0.dropFirst(Self.writerKey.count))
    }
  }

  private static let writerKey = "writer "

  /// The comment that names a plane.
  public static func comment(on plane: PlaneRule) -> String {
    let hasAzimuth = plane.kind != .penDown && plane.kind != .device
    // A rule ignores what is finer than 0.005°.
    let degrees = (plane.azimuth.signedDegrees * 1e3).rounded() / 1e3
    return "plane \(plane.kind.name)"
      + (hasAzimuth ? " azimuth \(degrees) axis \(plane.axis)" : "")
  }

  /// The comment that names the person who wrote.
  public static func comment(onWriter name: String) -> String { writerKey + name }

  private static func plane(toldBy comment: String) -> PlaneRule? {
    var words = comment.split(separator: " ")[...]
    guard words.popFirst() == "plane", let kind = words.popFirst(),
      var plane = PlaneRule.Kind(name: String(kind)).map({ PlaneRule($0) })
    else { return nil }
    while let key = words.popFirst() {
      guard let value = words.popFirst() else { return nil }
      switch key {
      case "azimuth":
        guard let degrees = Double(value), (-360...360).contains(degrees) else { return nil }
        plane.azimuth = BinaryAngle(degrees: degrees)
      case "axis":
        guard let axis = PlaneRule.Axis.allCases.first(where: { "\($0)" == value }) else {
          return nil
        }
        plane.axis = axis
      default: return nil
      }
    }
    return plane
  }
}
