/// A confusion matrix as a table: how often each true label was recognized as each label. A cell is
/// darker the larger its share of its row is.
public struct CountMatrix: Equatable, Sendable {
  /// The names of rows and columns.
  public var labels: [String]
  /// The counts, a row for each true label and a column for each answer.
  public var counts: [[Int]]

  /// A matrix from its parts.
  public init(labels: [String], counts: [[Int]]) {
    self.labels = labels
    self.counts = counts
  }

  /// The table as HTML. Rows without any count are left out. Needs ``PlotStyle/sheet`` and
  /// ``PlotStyle/page`` in the page.
  public var html: String {
    let heads = labels.map { "<th>\(escaped($0))</th>" }.joined()
    let rows = zip(labels.indices, counts).compactMap { truth, row -> String? in
      let total = row.reduce(0, +)
      guard total > 0 else { return nil }
      let cells = row.enumerated().map { answer, count in
        guard count > 0 else { return "<td></td>" }
        // Never so dark that the number becomes unreadable.
        let percent = 10 + 50 * count / total
        let color = answer == truth ? "--y" : "--x"
        return """
          <td style="background:color-mix(in srgb, var(\(color)) \(percent)%, var(--card))" \
          title="\(escaped(labels[truth])) taken for \(escaped(labels[answer]))">\(count)</td>
          """
      }
      return "<tr><th>\(escaped(labels[truth]))</th>\(cells.joined())</tr>"
    }
    return """
      <div class="wide"><table class="matrix">
      <tr><th></th>\(heads)</tr>
      \(rows.joined(separator: "\n"))
      </table></div>
      """
  }
}
