import Foundation
import QuillonBridge

/// The size of a stroke as the page shows it.
struct StrokeSize {
  /// The units of sizes.
  enum Unit {
    case meters
    case pixels
  }

  /// The larger of width and height.
  var size: Double
  /// What the ink was divided by: the size, but at least the minimum size.
  var clippedSize: Double
  var unit: Unit

  /// A size from its parts.
  init(size: Double, clippedSize: Double, unit: Unit) {
    self.size = size
    self.clippedSize = clippedSize
    self.unit = unit
  }

  /// The size of a stroke that was read.
  init(_ reading: LetterReading, unit: Unit) {
    self.init(size: reading.size, clippedSize: reading.clippedSize, unit: unit)
  }

  /// The size, and the clipped size if that is another: "8 px, clipped to 94 px".
  var words: String {
    size < clippedSize ? "\(text(size)), clipped to \(text(clippedSize))" : text(size)
  }

  private func text(_ value: Double) -> String {
    switch unit {
    case .meters: String(format: "%.1f cm", value * 100)
    case .pixels: String(format: "%.0f px", value)
    }
  }
}
