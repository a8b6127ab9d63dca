import QuillonConversions

extension Trace {
  /// The beginning of the comment that gives the sensors' full scales.
  private static let rangeKey = "range "

  /// The full scales of the sensors given by the recording: in the last comment such as `range 16,2000`, in g
  /// and °/s. Unknown if there is none.
  public var range: SensorRange { Self.range(toldBy: comments) }

  fileprivate static func range(toldBy comments: [String]) -> SensorRange {
    comments.last { $0.hasPrefix(rangeKey) }
      .flatMap { SensorRange(String($0.dropFirst(rangeKey.count))) } ?? SensorRange()
  }

  /// The comment that gives `range`; nil if the accelerometer's full scale is unknown.
  public static func comment(on range: SensorRange) -> String? {
    range.option.map { rangeKey + $0 }
  }
}

extension TraceReader {
  /// The full scales of the sensors given by the comments so far: see `Trace.range`.
  public var range: SensorRange { Trace.range(toldBy: comments) }
}
