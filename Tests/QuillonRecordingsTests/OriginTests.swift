import QuillonConversions
import QuillonNumerics
import QuillonRecognizer
import QuillonRecordings
import Testing

/// What a recording contains about how it was made.
@Suite struct OriginTests {
  private func planes(_ comments: String...) -> [PlaneRule] {
    Trace(comments: comments, rows: []).planes
  }

  @Test(arguments: PlaneRule.Kind.allCases, PlaneRule.Axis.allCases)
  func aPlaneIsReadBack(_ kind: PlaneRule.Kind, _ axis: PlaneRule.Axis) {
    let hasAzimuth = kind != .penDown && kind != .device
    let rule =
      hasAzimuth
      ? PlaneRule(kind, axis: axis, azimuth: BinaryAngle(degrees: -46.5)) : PlaneRule(kind)
    #expect(planes("range 16,2000", Trace.comment(on: rule)) == [rule])
  }

  @Test func planesThatDifferAreAllTold() {
    let first = PlaneRule(.wrist, azimuth: BinaryAngle(degrees: 30))
    #expect(planes("plane wrist azimuth 30", "plane wrist azimuth 30.0 axis x") == [first])
    #expect(planes("plane wrist azimuth 30", "plane pen-down") == [first, PlaneRule(.penDown)])
  }

  @Test(arguments: [
    "plane", "plane of the table", "plane wrist azimuth", "plane wrist azimuth north",
    "plane wrist azimuth 1e9", "plane wrist axis z", "plane wrist at 3", "planes wrist",
  ])
  func otherCommentsAreText(_ comment: String) { #expect(planes(comment) == []) }

  @Test func theLastWriterCounts() {
    let comments = ["writer p07", "plane wrist", Trace.comment(onWriter: "Ann B.")]
    #expect(Trace(comments: comments, rows: []).writer == "Ann B.")
    #expect(Trace(comments: ["writers"], rows: []).writer == nil)
  }
}
