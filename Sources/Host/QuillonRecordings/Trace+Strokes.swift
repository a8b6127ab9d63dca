extension Trace {
  /// A stroke of a trace: a longest run of rows with the same stroke number.
  public struct Stroke: Equatable, Sendable {
    /// The number in column `stroke`.
    public var number: Int
    /// What it is meant to be: the first label in its rows; nil if none has one.
    public var label: String?
    /// Its rows, as indices into the trace's.
    public var rows: Range<Int>

    /// A stroke from its parts.
    public init(number: Int, label: String?, rows: Range<Int>) {
      self.number = number
      self.label = label
      self.rows = rows
    }
  }

  /// The strokes in the order of their rows. A number that comes back after other rows is another
  /// stroke.
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
