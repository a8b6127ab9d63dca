import QuillonProtocols

/// The line of a sensor that speaks tagged.
public typealias SensorLine = ForeignLine<LineFormat<TaggedLineFormat>>

extension SensorLine {
  /// A line that has brought nothing.
  public init() { self.init(LineFormat(TaggedLineFormat()), lead: .attitude) }
}
