/// A chart of lines, points and bars, drawn as one SVG element for a page that has ``PlotStyle``.
public struct Chart: Equatable, Sendable {
  /// What the chart shows.
  public var title: String
  /// The horizontal axis.
  public var x: PlotAxis
  /// The vertical axis.
  public var y: PlotAxis
  /// What is drawn, the first at the back.
  public var series: [Series]
  /// Texts above the frame. One that would touch the one before is left out.
  public var labels: [Label]

  /// A text above the frame.
  public struct Label: Equatable, Sendable {
    /// The text, a few characters long.
    public var text: String
    /// The place of its middle on the x axis.
    public var x: Double

    /// A label from its parts.
    public init(_ text: String, x: Double) { (self.text, self.x) = (text, x) }
  }

  /// A sequence of points that belong together.
  public struct Series: Equatable, Sendable {
    /// Its name in the legend; an empty one is not in the legend.
    public var name: String
    /// x and y of its points, in the order of drawing.
    public var points: [SIMD2<Double>]
    /// How it is drawn.
    public var mark: Mark
    /// The number of its color in ``PlotStyle``, 0…5. Other numbers wrap around.
    public var color: Int
    /// False for a mark whose height means nothing: who points at the chart reads no value of it.
    public var hasValues: Bool

    /// The ways to draw points.
    public enum Mark: Equatable, Sendable {
      /// Joined by a line.
      case line
      /// Joined by a dashed line; used for computed values beside measured ones.
      case dashedLine
      /// One dot each.
      case dots
      /// A bar from 0 up to each point, as wide as the distance between the first two points.
      case bars
    }

    /// A series from its parts.
    public init(
      _ name: String, points: [SIMD2<Double>], mark: Mark = .line, color: Int = 0,
      hasValues: Bool = true
    ) {
      self.name = name
      self.points = points
      self.mark = mark
      self.color = color
      self.hasValues = hasValues
    }

    /// The number of an axis's color, that of the live page: x, y, z, or the scalar part of a quaternion.
    public static func color(ofAxis name: String) -> Int { ["x": 1, "y": 2, "z": 0][name] ?? 3 }
  }

  /// A chart from its parts.
  public init(
    title: String, x: PlotAxis, y: PlotAxis, series: [Series], labels: [Label] = []
  ) {
    self.title = title
    self.x = x
    self.y = y
    self.series = series
    self.labels = labels
  }
}

extension Chart {
  /// A chart of how many values fall into each of `bins` equal parts of their range.
  ///
  /// There are never more bins than values. A single value, or equal values, give one bar. Values
  /// that are not finite are left out, and those beyond ±10³⁰⁰ count as ±10³⁰⁰. `step` is the
  /// distance between neighboring values. With it, every bin holds equally many steps; otherwise
  /// bins would differ only because they hold different numbers of steps.
  public static func histogram(
    title: String, of values: [Double], label: String, bins: Int = 50, step: Double? = nil
  ) -> Chart {
    let values = values.filter(\.isFinite).map { Swift.min(Swift.max($0, -1e300), 1e300) }
    let edge = (step ?? 0) / 2
    let (lowest, highest) = ((values.min() ?? 0) - edge, (values.max() ?? 1) + edge)
    let isWide = highest - lowest > 1e-300
    var count = isWide ? Swift.max(1, Swift.min(bins, values.count)) : 1
    var width = isWide ? (highest - lowest) / Double(count) : 1
    if let step, step > 0, isWide {
      width = (width / step).rounded(.up) * step
      count = Swift.max(1, Int(((highest - lowest) / width).rounded(.up)))
    }
    var counts = Array(repeating: 0, count: count)
    for value in values { counts[Swift.min(Int((value - lowest) / width), count - 1)] += 1 }
    let points = counts.enumerated().map { bin, number in
      SIMD2(lowest + (Double(bin) + (isWide ? 0.5 : 0)) * width, Double(number))
    }
    return Chart(
      title: title, x: PlotAxis(label), y: PlotAxis("count"),
      series: [Series("", points: points, mark: .bars)])
  }
}
