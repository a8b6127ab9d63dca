import QuillonFusion
import QuillonNumerics

extension StrokeQueue {
  /// The result of a call of `read`.
  public enum Progress: Equatable, Sendable {
    /// No stroke waits.
    case idle
    /// The stroke is not read to its end yet.
    case busy
    /// The stroke is finished: read, abandoned or rejected.
    case ended(EndedStroke.Ending)
  }

  /// Continues to read the oldest waiting stroke: at most `slice` points per call, in two passes. A
  /// stroke of n points takes 2⌈(n + 1)/32⌉ calls.
  ///
  /// The second pass turns the positions into ink. It moves them so that the smallest x and y are
  /// 0, and divides them by the largest of width, height and minimum size. It hands each point to
  /// `body`: x and y in the unit square, Q1.14, y down, and the ticks of 32 µs since the point
  /// before. Coordinates are within 2⁻¹⁴ of the exact quotient, plus the error of 16-bit storage.
  /// If no times are known, every step has one tick.
  ///
  /// - Parameters:
  ///   - rule: The rule that the integrator used.
  ///   - body: Gets each point of the second pass.
  @inlinable @inline(__always)
  public mutating func read(
    under rule: IntegrationRule, _ body: (_ x: Int32, _ y: Int32, _ ticks: UInt32) -> Void
  ) -> Progress {
    readStrokes(under: rule, undamped: false) { x, y, ticks, _ in body(x, y, ticks) }
  }

  /// The same for letters of several pen strokes: `isPenDown` is true if the pen was down on the
  /// way to the point. Set `undamped` only if the rule has no damping.
  @inlinable @inline(__always)
  public mutating func readStrokes(
    under rule: IntegrationRule, undamped: Bool,
    _ body: (_ x: Int32, _ y: Int32, _ ticks: UInt32, _ isPenDown: Bool) -> Void
  ) -> Progress {
    guard let stroke = next else { return .idle }
    let slots = Int(truncatingIfNeeded: stroke.slots)
    if slots > 0 && !reader.isProjected {
      if undamped { projectUndamped(stroke, rule) } else { project(stroke, rule) }
      return .busy
    }
    let count = Swift.min(slots &- reader.position, Self.slice)
    var reader = self.reader
    let first = reader.keepsPoints ? reader.start &+ reader.position : 0
    var index = points.index(first)
    let end = points.index(first &+ count)
    while index != end {
      let point = points[unchecked: index]
      index = points.index(after: index)
      guard !point.isMark else {
        if point.isPenMove { reader.isPenDown.toggle() }
        continue
      }
      let (x, y) = reader.rescaled(point)
      reader.advance(toX: x, y: y)
      body(x, y, reader.ticks == 0 ? 1 : point.ticks, reader.isPenDown)
    }
    if !reader.keepsPoints { points.removeFirst(count) }
    reader.position &+= count
    self.reader = reader
    guard reader.position == slots else { return .busy }
    endReading()
    return .ended(stroke.ending)
  }

  /// Does a slice of the first pass.
  @usableFromInline
  mutating func project(_ stroke: EndedStroke, _ rule: IntegrationRule) {
    project(stroke, rule, undamped: false)
  }

  /// The same for a rule without damping. Firmware calls only one of the two; the other is not
  /// linked.
  @usableFromInline
  mutating func projectUndamped(_ stroke: EndedStroke, _ rule: IntegrationRule) {
    project(stroke, rule, undamped: true)
  }

  @inline(__always)
  private mutating func project(_ stroke: EndedStroke, _ rule: IntegrationRule, undamped: Bool) {
    var reader = self.reader
    let slots = Int(truncatingIfNeeded: stroke.slots)
    let isProjected = reader.number < projectedCount
    var index = points.index(reader.start &+ reader.position)
    reader.position = Swift.min(reader.position &+ Self.slice, slots)
    let end = points.index(reader.start &+ reader.position)
    while index != end {
      var point = points[unchecked: index]
      if point.isBias {
        reader.begin(bias: stroke.plane.coordinates(of: point), of: stroke)
      } else if !point.isPenMove {
        if !isProjected {
          reader.project(&point, of: stroke, under: rule, undamped: undamped)
          points[unchecked: index] = point
        }
        reader.measure(point)
      }
      index = points.index(after: index)
    }
    if reader.position == slots { reader.endProjection(of: stroke) }
    self.reader = reader
  }
}
