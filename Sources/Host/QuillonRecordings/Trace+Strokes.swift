extension Trace {
  /// A stroke of a trace: an unbroken run of rows with the same stroke number, as long as possible.
  public struct Stroke: Equatable, Sendable {
    /// The number in column `stroke`.
    public var number: Int
    /// The intended letter: the first label in its rows; nil if none has one.
    public var label: String?
    /// Its rows, as indices into the trace's rows.
    public var rows: Range<Int>

    /// A stroke from its parts.
    public init(number: Int, label: String?, rows: Range<Int>) {
      self.number = number
      self.label = label
      self.rows = rows
    }
  }

  /// The strokes in the order of their rows. If a number occurs again after other rows, it is
  /// another stroke.
  public var strokes: [Stroke] {
    var strokes: [Stroke] = []
    for (index, row) in rows.enumerated() {
      guard let number = row.stroke else { continue }
      if let last = strokes.indices.last, strokes[last].number == number,
        strokes[last].rows.upperBound == index
      {
        strokes[last].rows = strokes[last].rows.lowerBound..<index + 1
        strokes[last].label = strokes[last].label ?? row.label
      } else {
        strokes.append(Stroke(number: number, label: row.label, rows: index..<index + 1))
      }
    }
    return strokes
  }
}
