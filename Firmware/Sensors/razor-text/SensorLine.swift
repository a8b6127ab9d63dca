import QuillonProtocols

/// The line of a sensor that speaks razor-text, 50 samples a second.
public typealias SensorLine = ForeignLine<LineFormat<RazorTextFormat>>

extension SensorLine {
  /// A line that has brought nothing.
  public init() { self.init(LineFormat(RazorTextFormat()), period: 20_000) }
}
