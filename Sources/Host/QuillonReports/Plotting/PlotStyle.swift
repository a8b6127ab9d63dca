/// The colors of all pages, and the style sheet that charts need, for light and dark pages.
public enum PlotStyle {
  /// The colors of the live page and of reports. People who do not see red or green can distinguish the colors of the axes x, y and z, and
  /// those of the six series (Wong, "Points of view: Color blindness", Nature Methods 8, 2011). The colors are lighter on dark pages, and
  /// paper is never dark.
  public static let colors = """
    :root { color-scheme: light dark; --back: #f4f5f7; --card: #fff; --ink: #14171c; --soft: #5c6470; --line: #d5d9e0;
      --accent: #1f5fd0; --good: #1b7f3b; --wait: #8a5a00; --bad: #b3261e; --shade: #1f5fd01c;
      --x: #d55e00; --y: #009e73; --z: #0072b2; --c3: #cc79a7; --c4: #8a6d00; --c5: #555; }
    @media screen and (prefers-color-scheme: dark) { :root { --back: #101216; --card: #1a1d23; --ink: #eceef2;
      --soft: #a0a8b4; --line: #363b45; --accent: #7fb0ff; --good: #6fd08c; --wait: #f0b95a; --bad: #ff8a80;
      --shade: #7fb0ff26; --x: #ff9a4d; --y: #3ecf9f; --z: #56b4e9; --c3: #f0a8cf; --c4: #f0e442; --c5: #aaa; } }

    """

  /// Rules for the `<style>` element of a page or a picture with charts.
  public static let sheet =
    colors + """
      svg.chart { max-width: 100%; height: auto; background: var(--card); }
      svg.chart text { fill: var(--ink); font: 12px system-ui, sans-serif; }
      svg.chart text.title { font-size: 14px; font-weight: 600; }
      svg.chart .grid { stroke: var(--line); stroke-width: 1; }
      svg.chart .frame { stroke: var(--ink); fill: none; }
      svg.chart .paper { fill: var(--card); }
      svg.chart .line { fill: none; stroke-width: 2; }
      svg.chart .dashed { stroke-dasharray: 6 4; }
      svg.chart .s0 { --c: var(--z); } svg.chart .s1 { --c: var(--x); }
      svg.chart .s2 { --c: var(--y); } svg.chart .s3 { --c: var(--c3); }
      svg.chart .s4 { --c: var(--c4); } svg.chart .s5 { --c: var(--c5); }
      svg.chart .line { stroke: var(--c); } svg.chart .fill { fill: var(--c); }
      svg.chart .cursor { stroke: var(--ink); stroke-width: 1; pointer-events: none; }
      """

  /// Rules for the page around the charts: for text, and for tables that scroll sideways on a
  /// narrow screen. On paper, and so in a PDF that a browser prints, tables are small enough for the
  /// sheet, and no page ends within a row or a picture.
  public static let page = """
    body { font: 16px/1.4 system-ui, sans-serif; color: var(--ink); background: var(--back);
      max-width: 760px; margin: 2em auto; padding: 0 1em; }
    h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-top: 1.5em; } a { color: var(--accent); }
    #hint { color: var(--soft); } #hint:empty { display: none; }
    nav ul { display: flex; flex-wrap: wrap; gap: .3em 1.2em; list-style: none; padding: 0; }
    nav a { display: inline-block; padding: .2em 0; }
    svg.chart { border: 1px solid var(--line); border-radius: .6rem; margin: .3em 0; }
    svg.ink { cursor: pointer; touch-action: manipulation; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .values { position: fixed; pointer-events: none; white-space: pre; padding: .3em .6em; font-size: .85em;
      background: var(--card); border: 1px solid var(--line); border-radius: .4rem; }
    table { border-collapse: collapse; font-size: .85em; }
    th, td { padding: .2em .6em; border-bottom: 1px solid var(--line); text-align: right;
      white-space: nowrap; }
    th:first-child { text-align: left; }
    .wide { overflow-x: auto; }
    .matrix th, .matrix td { padding: .15em .45em; text-align: center; }
    @media print {
      @page { size: A4; margin: 15mm; }
      body { max-width: none; margin: 0; padding: 0; font-size: 10pt; background: none;
        print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      .wide { overflow: visible; }
      #hint, nav, .values { display: none; }
      table { font-size: 7.5pt; }
      .matrix th, .matrix td { padding: .05em .22em; }
      h1, h2 { break-after: avoid; }
      tr, svg, figure { break-inside: avoid; }
    }
    """
}
