import Foundation
import QuillonReports

extension BoardCharacter {
  /// What a reader should know before trusting the figures, one sentence each.
  public var remarks: [String] {
    var remarks: [String] = []
    if timing.isBursty {
      remarks.append(
        """
        Samples come in bursts: their times are those of arrival, not of measurement. The mean \
        rate is right; the jitter is that of the line.
        """)
    }
    if timing.gaps > 0, !timing.isBursty {
      remarks.append(
        "\(timing.gaps) intervals are longer than one and a half times the mean: samples are missing "
          + "or late.")
    }
    for sensor in sensors {
      if isMoved(sensor) {
        remarks.append(
          """
          The \(sensor.kind.rawValue) was moved: its noise, bias and Allan deviation describe the \
          motion. Record it at rest.
          """)
      }
      let clipped = sensor.clipped
      if clipped > 0 {
        remarks.append(
          """
          \(clipped) readings of the \(sensor.kind.rawValue) are at the limit of its range: choose \
          a wider one.
          """)
      }
    }
    if timing.duration < 600 {
      remarks.append(
        """
        The recording is shorter than ten minutes: bias instability and random walk need longer \
        ones, an hour at best.
        """)
    }
    return remarks
  }

  /// The report as one HTML page that contains its plots and needs no other file.
  public func html(title: String) -> String {
    ReportPage(
      title: "Sensors of \(title)", kind: "noise, bias, clock",
      parts: [
        ReportPage.list(remarks), ReportPage.heading("Timestamps"), timing.table, timing.chart.svg,
      ]
        + sensors.map { sensor in
          sensor.section(times: times) { noise($0, of: sensor) }
        }
    ).html
  }
}

extension TimingStatistics {
  fileprivate var table: String {
    ReportPage.table(
      [],
      [
        ["samples", "\(count)"], ["duration", String(format: "%.1f s", duration)],
        ["rate", String(format: "%.2f Hz", rate)],
        ["interval, median", String(format: "%.3f ms", medianInterval * 1e3)],
        ["jitter, standard deviation", String(format: "%.3f ms", jitter * 1e3)],
        ["longest interval", String(format: "%.3f ms", longestInterval * 1e3)],
        ["gaps", "\(gaps)"], ["repeated times", "\(repeated)"],
      ])
  }

  fileprivate var chart: Chart {
    .histogram(
      title: "Intervals between samples", of: intervals.map { $0 * 1e3 }, label: "interval, ms")
  }
}

extension SensorCharacter {
  fileprivate func section(
    times: [Double], noise: (AxisStatistics) -> NoiseModel?
  ) -> String {
    let unit = kind.unit
    func row(_ name: String, _ value: (AxisStatistics) -> Double?) -> [String] {
      [name] + axes.map { value($0).map { String(format: "%.4g", $0) } ?? "–" }
    }
    let table = ReportPage.table(
      ["", "x", "y", "z"],
      [
        row("mean, \(unit)") { $0.mean }, row("standard deviation, \(unit)") { $0.deviation },
        row("least, \(unit)") { $0.lowest }, row("greatest, \(unit)") { $0.highest },
        row("resolution, \(unit)") { $0.resolution },
        row("clipped readings") { Double($0.clipped) },
        row("noise density N, \(unit)/√Hz") { noise($0)?.density },
        row("bias instability B, \(unit)") { noise($0)?.instability },
        row("random walk K, \(unit)·√Hz") { noise($0)?.randomWalk },
      ])
    return """
      \(ReportPage.heading(kind.rawValue.capitalized))
      \(table)
      \(ReportPage.list(dynamics))
      \(readings(times: times).svg)
      \(allanChart.svg)
      \(histograms.map(\.svg).joined(separator: "\n"))
      """
  }

  /// Range, start-up and dynamic response, one sentence each.
  public var dynamics: [String] {
    let unit = kind.unit
    let declared = declaredRange.map { String(format: "%.4g", $0) + " \(unit)" } ?? "none"
    var lines = [
      "range: " + String(format: "%.4g", reachedRange) + " \(unit) reached, \(declared) declared"
    ]
    if let startUp {
      lines.append(
        startUp > 0
          ? String(format: "start-up: settled %.1f s after the first sample", startUp)
          : "start-up: settled from the first sample on")
    }
    if let response {
      let basis = "from \(response.changes) sudden changes"
      if let constant = response.timeConstant, let error = response.uncertainty {
        lines.append(
          String(
            format: "time constant: %.2f ms ± %.2f ms (95 %%), ", constant * 1e3, error * 1e3)
            + basis)
      } else if let bound = response.bound {
        lines.append(
          String(
            format: "time constant: below %.2f ms, which these samples can't resolve, ",
            bound * 1e3) + basis)
      }
    }
    return lines
  }

  private static let names = ["x", "y", "z"]

  /// The readings over time with their means subtracted, thinned out to at most 1,500 points per
  /// axis.
  private func readings(times: [Double]) -> Chart {
    let stride = max(1, (values.count + 1499) / 1500)
    return Chart(
      title: "Readings minus their means", x: PlotAxis("time, s"), y: PlotAxis(kind.unit),
      series: Self.names.enumerated().map { axis, name in
        let points = Swift.stride(from: 0, to: values.count, by: stride).map {
          SIMD2(times[$0] - times[0], values[$0][axis] - axes[axis].mean)
        }
        return Chart.Series(name, points: points, color: Chart.Series.color(ofAxis: name))
      })
  }

  private var allanChart: Chart {
    let measured = axes.enumerated().map { axis, statistics in
      Chart.Series(
        Self.names[axis],
        points: zip(statistics.allan.times, statistics.allan.deviations).map {
          SIMD2($0, $1)
        }, mark: .dots, color: Chart.Series.color(ofAxis: Self.names[axis]))
    }
    let models = axes.enumerated().compactMap { axis, statistics -> Chart.Series? in
      guard let noise = statistics.noise else { return nil }
      return Chart.Series(
        "\(Self.names[axis]): N, B and K",
        points: statistics.allan.times.map { SIMD2($0, noise.deviation(at: $0)) },
        mark: .dashedLine, color: Chart.Series.color(ofAxis: Self.names[axis]))
    }
    return Chart(
      title: "Allan deviation", x: PlotAxis("averaging time, s", scale: .logarithmic),
      y: PlotAxis(kind.unit, scale: .logarithmic), series: measured + models)
  }

  private var histograms: [Chart] {
    Self.names.enumerated().map { axis, name in
      .histogram(
        title: "Readings of \(name)", of: values.map { $0[axis] }, label: "\(name), \(kind.unit)",
        step: axes[axis].resolution)
    }
  }
}
