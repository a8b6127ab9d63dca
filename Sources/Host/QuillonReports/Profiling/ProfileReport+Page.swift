import Foundation
import QuillonSystem

extension ProfileReport {
  /// The profile as one HTML page that needs no other file.
  ///
  /// - Parameters:
  ///   - times: the time of each sample, ns, in their order; empty for a page without time line and
  ///     histogram.
  ///   - deadline: the time allowed for a sample, ns.
  public func html(times: [UInt64] = [], deadline: UInt64 = LatencyHistogram.frame) -> String {
    let title =
      switch subject {
      case .host: "Time of each stage on this computer"
      case .board: "Instructions of each stage on \(source)"
      case .wire: "From the board's last byte to the event"
      }
    let charts =
      times.isEmpty
      ? []
      : [
        Self.histogram(of: times).svg, Self.timeLine(of: times, deadline: deadline).svg,
      ]
    return ReportPage(
      title: title, kind: "Quillon profile",
      parts: [ReportPage.list(remarks)] + charts + [shares.svg]
        + [ReportPage.heading("All figures"), ReportPage.table(heads, rows)]
    ).html
  }

  /// The share of each stage.
  ///
  /// On the host it is the stage's share of all the work, computed from its median, so that time
  /// taken by other programs does not count. On a board, whose stages are measured separately, it
  /// is the share of the frame that the stage's greatest run takes.
  public var shares: BarList {
    // The whole chain contains its parts, so only the parts are compared.
    let wholes = Set(HostStage.allCases.filter(\.isWhole).map(\.name))
    let parts = subject == .host ? stages.filter { !wholes.contains($0.name) } : stages
    let total = parts.reduce(0) { $0 + $1.typical * Double($1.count) }
    let amounts = parts.map {
      subject == .host && total > 0 ? $0.typical * Double($0.count) / total : $0.bad / frame
    }
    let longest = amounts.max() ?? 1
    return BarList(
      title: subject == .host ? "Share of all time, by stage" : "Share of the 10 ms frame",
      bars: zip(parts, amounts).map { stage, amount in
        BarList.Bar(
          name: stage.name, share: longest > 0 ? amount / longest : 0,
          text: Self.percent(amount))
      })
  }

  /// The histogram of the samples' times. Both axes are logarithmic, because the rare long times
  /// matter.
  static func histogram(of times: [UInt64]) -> Chart {
    // Bars as wide as an eighth of an octave.
    var counts: [Int: Int] = [:]
    for time in times {
      counts[Int((8 * log2(Double(max(time, 1)))).rounded(.down)), default: 0] += 1
    }
    let share = 100 / Double(max(times.count, 1))
    let bins = (counts.keys.min() ?? 0)...(counts.keys.max() ?? 0)
    return Chart(
      title: "How long a sample takes", x: PlotAxis("time, µs", scale: .logarithmic),
      y: PlotAxis("share of samples, %", scale: .logarithmic, bounds: 0...100),
      series: [
        Chart.Series(
          "",
          points: bins.map {
            SIMD2(exp2((Double($0) + 0.5) / 8) / 1000, Double(counts[$0] ?? 0) * share)
          }, mark: .bars)
      ])
  }

  /// The samples' times in their order, and the deadline as a line. The times are thinned out: of
  /// neighbors the greatest is kept.
  static func timeLine(of times: [UInt64], deadline: UInt64) -> Chart {
    let width = max(1, (times.count + 1499) / 1500)
    let points = stride(from: 0, to: times.count, by: width).map { start in
      let greatest = times[start..<min(start + width, times.count)].max() ?? 0
      return SIMD2(Double(start), Double(greatest) / 1000)
    }
    let limit = Double(deadline) / 1000
    return Chart(
      title: "Time of each sample", x: PlotAxis("sample"),
      y: PlotAxis("time, µs", scale: .logarithmic),
      series: [
        Chart.Series("time of a sample", points: points),
        Chart.Series(
          "deadline, \(deadline / 1_000_000) ms",
          points: [SIMD2(0, limit), SIMD2(Double(max(times.count - 1, 1)), limit)],
          mark: .dashedLine, color: 1),
      ])
  }
}
