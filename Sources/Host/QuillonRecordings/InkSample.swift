/// A labeled letter as it was drawn on a tablet or screen, in any unit; y points down.
public struct InkSample: Equatable, Sendable {
  /// The label that the writer intended.
  public var label: String
  /// Who wrote it, if known.
  public var writer: String?
  /// The strokes in the order of writing, hover paths included.
  public var strokes: [Stroke]

  /// A path between two changes of the pen.
  public struct Stroke: Equatable, Sendable {
    /// True for a path on the surface, false for a hover path.
    public var isPenDown: Bool
    /// The points in order.
    public var points: [Point]

    /// A stroke from its parts.
    public init(isPenDown: Bool, points: [Point]) {
      self.isPenDown = isPenDown
      self.points = points
    }
  }

  /// One point of a path.
  public struct Point: Equatable, Sendable {
    /// The horizontal coordinate, to the right.
    public var x: Double
    /// The vertical coordinate, downward.
    public var y: Double
    /// Seconds since an arbitrary start; nil where the file does not contain it.
    public var time: Double?

    /// A point from its parts.
    public init(x: Double, y: Double, time: Double? = nil) {
      self.x = x
      self.y = y
      self.time = time
    }
  }

  /// A sample from its parts.
  public init(label: String, writer: String?, strokes: [Stroke]) {
    self.label = label
    self.writer = writer
    self.strokes = strokes
  }
}
