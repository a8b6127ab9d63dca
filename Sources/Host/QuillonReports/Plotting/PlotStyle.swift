/// The style sheet that charts need, for light and dark pages.
public enum PlotStyle {
  /// Rules for a `<style>` element. People who do not see red or green can tell the six colors
  /// apart (Wong, "Points of view: Color blindness", Nature Methods 8, 2011). The colors are
  /// lighter on dark pages, and paper is never dark.
  public static let sheet = """
    :root { color-scheme: light dark; --ink: #222; --grid: #ddd; --paper: #fff;
      --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #cc79a7; --c4: #8a6d00; --c5: #555; }
    @media screen and (prefers-color-scheme: dark) { :root { --ink: #e4e4e4; --grid: #3a3a3a;
      --paper: #181818; --c0: #56b4e9; --c1: #ff9a4d; --c2: #3ecf9f; --c3: #f0a8cf; --c4: #f0e442;
      --c5: #aaa; } }
    svg.chart { max-width: 100%; height: auto; background: var(--paper); }
    svg.chart text { fill: var(--ink); font: 12px system-ui, sans-serif; }
    svg.chart text.title { font-size: 14px; font-weight: 600; }
    svg.chart .grid { stroke: var(--grid); stroke-width: 1; }
    svg.chart .frame { stroke: var(--ink); fill: none; }
    svg.chart .paper { fill: var(--paper); opacity: 0.85; }
    svg.chart .line { fill: none; stroke-width: 1.5; }
    svg.chart .dashed { stroke-dasharray: 6 4; }
    svg.chart .s0 { --c: var(--c0); } svg.chart .s1 { --c: var(--c1); }
    svg.chart .s2 { --c: var(--c2); } svg.chart .s3 { --c: var(--c3); }
    svg.chart .s4 { --c: var(--c4); } svg.chart .s5 { --c: var(--c5); }
    svg.chart .line { stroke: var(--c); } svg.chart .fill { fill: var(--c); }
    """

  /// Rules for the page around the charts: for text, and for tables that scroll sideways on a
  /// narrow screen. On paper, and so in a PDF that a browser prints, tables are small enough for the
  /// sheet, and no page ends within a row or a picture.
  public static let page = """
    body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
      max-width: 760px; margin: 2em auto; padding: 0 1em; }
    table { border-collapse: collapse; font-size: .85em; }
    th, td { padding: .2em .6em; border-bottom: 1px solid var(--grid); text-align: right;
      white-space: nowrap; }
    th:first-child { text-align: left; }
    .wide { overflow-x: auto; }
    .matrix th, .matrix td { padding: .15em .45em; text-align: center; }
    @media print {
      @page { size: A4; margin: 15mm; }
      body { max-width: none; margin: 0; padding: 0; font-size: 10pt;
        print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      .wide { overflow: visible; }
      table { font-size: 7.5pt; }
      .matrix th, .matrix td { padding: .05em .22em; }
      h1, h2 { break-after: avoid; }
      tr, svg, figure { break-inside: avoid; }
    }
    """
}
