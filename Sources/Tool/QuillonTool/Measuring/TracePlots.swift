import QuillonRecordings
import QuillonReports

/// The streams of a recording as charts over time.
enum TracePlots {
  /// The greatest number of points of an axis. Of more points, every second, third … is drawn.
  private static let points = 1_500
  private static let names = ["x", "y", "z"]

  /// A chart for each stream that the trace has, with the pen's state at its foot.
  ///
  /// - Parameters:
  ///   - trace: the recording.
  ///   - labels: what was written, above the charts.
  static func charts(of trace: Trace, labels: [Chart.Label] = []) -> [Chart] {
    let streams: [(String, String, (TraceRow) -> [Double]?)] = [
      ("Specific force", "m/s²", { $0.specificForce.map(components) }),
      ("Linear acceleration", "m/s²", { $0.linearAcceleration.map(components) }),
      ("Angular rate", "rad/s", { $0.angularRate.map(components) }),
      ("Magnetic field", "µT", { $0.magneticField.map(components) }),
      (
        "Attitude, a unit quaternion", "1",
        { $0.attitude.map { [$0.x, $0.y, $0.z, $0.w] } }
      ),
    ]
    return streams.compactMap { title, unit, value in
      chart(title, unit: unit, of: trace, labels: labels, value: value)
    }
  }

  private static func chart(
    _ title: String, unit: String, of trace: Trace, labels: [Chart.Label],
    value: (TraceRow) -> [Double]?
  ) -> Chart? {
    let rows = trace.rows.compactMap { row in value(row).map { (row, $0) } }
    guard let first = rows.first else { return nil }
    let stride = max(1, (rows.count + points - 1) / points)
    let shown = Swift.stride(from: 0, to: rows.count, by: stride).map { rows[$0] }
    let names = first.1.count == 4 ? ["w"] + names : names
    var series = names.indices.map { axis in
      Chart.Series(
        names[axis], points: shown.map { SIMD2($0.0.time, $0.1[axis]) },
        color: Chart.Series.color(ofAxis: names[axis]))
    }
    let foot = shown.flatMap(\.1).filter(\.isFinite).min() ?? 0
    let strokes = shown.map(\.0).split { !($0.isPenDown ?? ($0.stroke != nil)) }
    series += strokes.enumerated().map { index, rows in
      // Only the first one is in the legend.
      Chart.Series(
        index == 0 ? "pen down" : "", points: rows.map { SIMD2($0.time, foot) }, color: 5,
        hasValues: false)
    }
    return Chart(
      title: title, x: PlotAxis("time, s"), y: PlotAxis("\(title.lowercased()), \(unit)"),
      series: series, labels: labels)
  }

  private static func components(_ vector: SIMD3<Double>) -> [Double] {
    [vector.x, vector.y, vector.z]
  }
}
