import QuillonProtocols

/// The line of a sensor that speaks tagged.
public typealias SensorSource = ThirdPartySensor<LineFormat<TaggedLineFormat>>

extension SensorSource {
  /// A line that has brought nothing.
  public init() { self.init(LineFormat(TaggedLineFormat()), lead: .attitude) }
}
