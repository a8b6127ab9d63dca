import QuillonConversions

extension Trace {
  /// The beginning of the comment that tells the sensors' full scales.
  private static let rangeKey = "range "

  /// The full scales of the sensors as the recording tells them: in the last comment such as `range 16,2000`, in g
  /// and °/s. Unknown if there is none.
  public var range: SensorRange {
    comments.last { $0.hasPrefix(Self.rangeKey) }
      .flatMap { SensorRange(String($0.dropFirst(Self.rangeKey.count))) } ?? SensorRange()
  }

  /// The comment that tells `range`; nil if the accelerometer's full scale is unknown.
  public static func comment(on range: SensorRange) -> String? {
    range.option.map { rangeKey + $0 }
  }
}
