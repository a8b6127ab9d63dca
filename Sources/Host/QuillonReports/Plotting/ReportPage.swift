/// A self-contained HTML page: it needs no network and no other file.
public struct ReportPage: Equatable, Sendable {
  /// The page's heading. The browser's title is this text, followed by `kind`.
  public var title: String
  /// The kind of page; the second part of the browser's title.
  public var kind: String
  /// The parts of its body, in order: HTML elements.
  public var parts: [String]

  /// A page from its parts.
  public init(title: String, kind: String, parts: [String]) {
    self.title = title
    self.kind = kind
    self.parts = parts
  }

  /// The complete HTML text of the page. With two sections or more, a list of them is at the top.
  public var html: String {
    let body = parts.filter { !$0.isEmpty }.joined(separator: "\n")
    return """
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
      <script type="module">
      \(ReportScript.source)
      </script>
      </head>
      <body>
      <h1>\(escaped(title))</h1>
      <p id="hint"></p>
      \(Self.contents(of: body))
      \(body)
      </body>
      </html>

      """
  }

  /// A list of sentences as HTML; an empty text when there are none.
  public static func list(_ sentences: [String]) -> String {
    if sentences.isEmpty { return "" }
    return "<ul>\n" + sentences.map { "<li>\(escaped($0))</li>" }.joined(separator: "\n")
      + "\n</ul>"
  }

  /// A section heading as HTML. The list of contents leads to it.
  public static func heading(_ text: String) -> String {
    let name = text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    return "<h2 id=\"\(escaped(name))\">\(escaped(text))</h2>"
  }

  private static func contents(of body: String) -> String {
    let sections = body.matches(of: /<h2 id="([^"]*)">(.*?)<\/h2>/)
    guard sections.count > 1 else { return "" }
    let items = sections.map { "<li><a href=\"#\($0.1)\">\($0.2)</a></li>" }
    return "<nav aria-label=\"Contents\"><ul>\n\(items.joined(separator: "\n"))\n</ul></nav>"
  }

  /// A table of plain text as HTML. The first cell of each row is the row's head.
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
