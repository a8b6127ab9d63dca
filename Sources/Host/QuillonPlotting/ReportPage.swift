/// A page of its own: all that it shows stands in it, so it needs no network and no other file.
public struct ReportPage: Equatable, Sendable {
  /// What the page is about: its heading, and its title with `kind` behind it.
  public var title: String
  /// What the browser's title says besides.
  public var kind: String
  /// The parts of its body, in order: HTML elements.
  public var parts: [String]

  /// A page from its parts.
  public init(title: String, kind: String, parts: [String]) {
    self.title = title
    self.kind = kind
    self.parts = parts
  }

  /// The page.
  public var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(escaped(title)): \(escaped(kind))</title>
    <style>
    \(PlotStyle.sheet)
    \(PlotStyle.page)
    </style>
    </head>
    <body>
    <h1>\(escaped(title))</h1>
    \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
    </body>
    </html>

    """
  }

  /// A list of sentences; nothing when there is none.
  public static func list(_ sentences: [String]) -> String {
    if sentences.isEmpty { return "" }
    return "<ul>\n" + sentences.map { "<li>\(escaped($0))</li>" }.joined(separator: "\n")
      + "\n</ul>"
  }

  /// A heading of a section.
  public static func heading(_ text: String) -> String { "<h2>\(escaped(text))</h2>" }

  /// A table of plain text; the first cell of each row is its head.
  public static func table(_ heads: [String], _ rows: [[String]]) -> String {
    let head = heads.map { "<th>\(escaped($0))</th>" }.joined()
    let body = rows.map { row in
      let cells = row.enumerated().map { index, cell in
        index == 0 ? "<th>\(escaped(cell))</th>" : "<td>\(escaped(cell))</td>"
      }
      return "<tr>\(cells.joined())</tr>"
    }
    return """
      <div class="wide"><table>
      <tr>\(head)</tr>
      \(body.joined(separator: "\n"))
      </table></div>
      """
  }
}
