extension StrokeWriter {
  /// Finds the plane of the stroke that is to be read next, if that takes its points.
  @usableFromInline
  mutating func findPlane() {
    guard parameters.writing.plane.kind == .principal, strokes.isAtBeginning else { return }
    strokes.findPrincipalPlane()
  }
}
