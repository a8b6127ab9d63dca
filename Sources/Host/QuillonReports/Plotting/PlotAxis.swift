import Foundation

/// One axis of a chart: what it shows and how.
public struct PlotAxis: Equatable, Sendable {
  /// What is shown, with its unit, for example `averaging time, s`.
  public var label: String
  /// How values map to positions along the axis.
  public var scale: Scale

  /// What the quantity cannot exceed, as 0…100 for a share in percent: the axis ends there. Nil for no bounds.
  public var bounds: ClosedRange<Double>?

  /// How values map to positions along an axis.
  public enum Scale: Equatable, Sendable {
    /// Evenly.
    case linear
    /// Every decade has the same length. Values of 0 and below are left out.
    case logarithmic
  }

  /// An axis from its parts.
  public init(_ label: String, scale: Scale = .linear, bounds: ClosedRange<Double>? = nil) {
    self.label = label
    self.scale = scale
    self.bounds = bounds
  }
}

/// The part of an axis that a chart shows, and the places of its ticks.
package struct PlotScale {
  package let range: ClosedRange<Double>
  package let ticks: [Double]
  private let scale: PlotAxis.Scale

  /// A scale that shows all `values` within the axis's bounds. Without values a linear scale goes from 0 to 1.
  package init(_ axis: PlotAxis, showing values: [Double]) {
    let scale = axis.scale
    self.scale = scale
    func bounded(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
      axis.bounds.map(range.clamped) ?? range
    }
    let shown = values.filter { $0.isFinite && (scale == .linear || $0 > 0) }
    let bounds = (shown.min() ?? (scale == .linear ? 0 : 0.1), shown.max() ?? 1)
    switch scale {
    case .linear:
      // Half the span: the whole one of two finite numbers may be infinite.
      let halfSpan = bounds.1 / 2 - bounds.0 / 2
      let magnitude = max(abs(bounds.0), abs(bounds.1))
      let isWide = halfSpan > max(magnitude * 1e-14, 1e-300)
      // A little more on both sides, but none beyond 0.
      let padding = isWide ? halfSpan * 0.04 : max(magnitude * 0.1, 1e-9)
      let largest = Double.greatestFiniteMagnitude
      range = bounded(
        max(
          bounds.0 - (bounds.0 == 0 ? 0 : padding), -largest)...min(
            bounds.1 + (bounds.1 == 0 && isWide ? 0 : padding), largest))
      let step = Self.step(from: range.lowerBound, to: range.upperBound)
      let first = (range.lowerBound / step).rounded(.up)
      let last = (range.upperBound / step).rounded(.down)
      ticks = stride(from: first, through: last, by: 1).map { $0 * step }
        .filter(range.contains)
    case .logarithmic:
      let first = min(max(log10(bounds.0).rounded(.down), Self.decades.lowerBound), 307)
      let last = min(max(log10(bounds.1).rounded(.up), first + 1), Self.decades.upperBound)
      // What lies on an edge would hide on the frame.
      let edge = 0.01 * (last - first)
      let lower = log10(bounds.0) < first + edge ? first - 3 * edge : first
      let upper = log10(bounds.1) > last - edge ? last + 3 * edge : last
      range = bounded(pow(10, max(lower, -307.6))...pow(10, min(upper, 308.2)))
      let step = max(1, ((last - first) / Self.mostDecades).rounded(.up))
      ticks = stride(from: first, through: last, by: step).map { pow(10, $0) }
        .filter(range.contains)
    }
  }

  /// The exponents of the powers of ten that a Double holds with full precision.
  private static let decades = -307.0...308
  /// The largest number of decades with a tick each. With more decades, only every n-th has one.
  private static let mostDecades = 16.0

  /// The position of a value, 0 at the start of the axis and 1 at its end; nil for a value that the
  /// scale cannot show.
  package func place(of value: Double) -> Double? {
    switch scale {
    case .linear:
      guard value.isFinite else { return nil }
      let (lower, upper) = (range.lowerBound / 2, range.upperBound / 2)
      return (value / 2 - lower) / (upper - lower)
    case .logarithmic:
      guard value.isFinite, value > 0 else { return nil }
      let (lower, upper) = (log(range.lowerBound), log(range.upperBound))
      // A value beyond the shown decades is placed at their edge.
      return (min(max(log(value), lower), upper) - lower) / (upper - lower)
    }
  }

  /// The scale in words: how values map, and the ends.
  package var words: String { "\(scale) \(range.lowerBound) \(range.upperBound)" }

  /// A tick's value as text: 0.002, 1.5, 20000, 10⁻⁵.
  package func text(for tick: Double) -> String {
    if scale == .logarithmic {
      let exponent = Int(log10(tick).rounded())
      if -3...4 ~= exponent { return String(format: "%.\(max(-exponent, 0))f", tick) }
      return "10" + String("\(exponent)".map { Self.superscripts[$0] ?? $0 })
    }
    let step = ticks.count > 1 ? ticks[1] - ticks[0] : 1
    let largest = max(abs(range.lowerBound), abs(range.upperBound))
    guard largest >= 0.001, largest < 1e6 else { return String(format: "%.2g", tick) }
    let digits = max(0, Int((-log10(step)).rounded(.up)))
    return String(format: "%.\(min(digits, 9))f", tick == 0 ? 0 : tick)
  }

  /// A step of 1, 2 or 5 times a power of ten that divides the span into four to ten steps.
  private static func step(from lower: Double, to upper: Double) -> Double {
    let rough = (upper / 2 - lower / 2) / 3
    let power = pow(10, log10(rough).rounded(.down))
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? rough
  }

  private static let superscripts: [Character: Character] = [
    "-": "⁻", "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷",
    "8": "⁸", "9": "⁹",
  ]
}
