extension InkDrawing {
  /// Drawings side by side, with a title above them, as a self-contained SVG file.
  public static func picture(title: String, _ drawings: [InkDrawing]) -> String {
    let width = 132 * max(drawings.count, 3)
    let groups = drawings.enumerated().map { index, drawing in
      """
      <g transform="translate(\(132 * index) 28)">
      \(drawing.elements)
      </g>
      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) 200" \
      width="\(width)" height="200">
      <title>\(escaped(title))</title>
      <style>
      \(PlotStyle.sheet)
      </style>
      <rect class="paper" width="\(width)" height="200"/>
      <text class="title" x="6" y="20">\(escaped(title))</text>
      \(groups.joined(separator: "\n"))
      </svg>

      """
  }
}
