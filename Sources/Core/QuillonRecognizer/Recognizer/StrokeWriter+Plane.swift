extension StrokeWriter {
  /// Finds the plane of the next stroke, if the plane depends on its points.
  @usableFromInline
  mutating func findPlane() {
    guard parameters.writing.plane.kind == .principal, strokes.isAtBeginning else { return }
    strokes.findPrincipalPlane()
  }
}
