/// Which firmware of a board is meant: a suffix of the images' names, as `make firmware` gives it.
public struct ImageVariant: Hashable, Sendable {
  /// The suffix, such as `-lab`; empty for the usual firmware.
  public let suffix: String

  /// A variant by its suffix.
  public init(suffix: String) { self.suffix = suffix }

  /// The usual firmware.
  public static let usual = ImageVariant(suffix: "")
  /// Damped integration and a perceptron: `MODEL=lab`.
  public static let lab = ImageVariant(suffix: "-lab")
  /// The same without sensor fusion: `MODEL=lab MINIMAL=yes`.
  public static let minimal = ImageVariant(suffix: "-lab-minimal")
}
