import ArgumentParser
import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings

/// The writing plane of letters.
struct PlaneOptions: ParsableArguments {
  @Option(
    help: """
      The plane in which letters in the air stand. pen-down: the board's plane when the pen goes \
      down, for a board in the hand. device: the board's mean plane. wrist: a vertical plane \
      whose right is at --azimuth. principal: as wrist, but turned to the plane of each letter. \
      Or a file from `quillon enroll`. The default is what a recording names, else pen-down.
      """)
  var plane: String?

  @Option(
    parsing: .unconditional,
    help: """
      For wrist and principal: the direction to the right. It is an angle in degrees from the \
      level part of the board's x axis, counterclockwise seen from above.
      """)
  var azimuth: Double?

  init() {}

  /// The plane of a word or a file.
  init(plane: String) { self.plane = plane }

  func validate() throws {
    guard let azimuth else { return }
    guard (-360...360).contains(azimuth) else {
      throw ValidationError("--azimuth is -360 to 360 degrees, not \(azimuth).")
    }
    guard kind == .wrist || kind == .principal else {
      throw ValidationError("--azimuth is a number of degrees for --plane wrist or principal.")
    }
  }

  /// The kind that the word names. Nil for a file.
  private var kind: PlaneRule.Kind? {
    let kind = plane.map { PlaneRule.Kind(name: $0) } ?? PlaneRule().kind
    return kind == .above ? nil : kind
  }

  /// The plane that was chosen.
  func rule() throws -> PlaneRule {
    if let kind { return PlaneRule(kind, azimuth: BinaryAngle(degrees: azimuth ?? 0)) }
    return try plane.map { try PlaneFile(contentsOf: $0).rule } ?? PlaneRule()
  }
}
