/// The script of a report page. Without it the page shows the same, but a chart does not read its values out and a letter is not played.
enum ReportScript {
  /// The text of a `<script type="module">` element, which runs once the page is there.
  static let source = """
    const values = document.body.appendChild(document.createElement("output"));
    values.className = "values";
    values.hidden = true;

    // What an axis shows at a share of its length, with as many digits as the drawing has.
    function reading(words) {
      const [scale, low, high, ...label] = words.split(" ");
      const [from, to] = [Number(low), Number(high)];
      const digits = Math.min(Math.max(Math.ceil(-Math.log10((to - from) / 3000)), 0), 9);
      return {
        label: label.join(" "),
        text: (share) => scale === "logarithmic"
          ? Number((from * (to / from) ** share).toPrecision(3)).toString()
          : (from + share * (to - from)).toFixed(digits),
      };
    }

    const number = (mark, name) => Number(mark.getAttribute(name));

    function places(mark) {
      if (mark.points) return [...mark.points].map(({ x, y }) => [x, y]);
      if (mark.localName === "circle") return [[number(mark, "cx"), number(mark, "cy")]];
      return [[number(mark, "x") + number(mark, "width") / 2, number(mark, "y")]];
    }

    function follow(chart) {
      const frame = chart.querySelector("[data-x]");
      const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => number(frame, name));
      const [across, up] = [reading(frame.dataset.x), reading(frame.dataset.y)];
      const series = [...chart.querySelectorAll("[data-name]")].map((group) => ({
        name: group.dataset.name || up.label,
        points: [...group.children].flatMap(places),
      })).filter(({ points }) => points.length);
      const stops = [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
      const line = chart.appendChild(document.createElementNS(chart.namespaceURI, "line"));
      line.setAttribute("class", "cursor");
      let stop = -1;

      const nearest = (list, x, place) => list.reduce((best, one) => (Math.abs(place(one) - x) < Math.abs(place(best) - x) ? one : best));

      function hide() {
        stop = -1;
        line.style.display = "none";
        values.hidden = true;
      }

      function show(x) {
        const at = nearest(stops, x, (one) => one);
        stop = stops.indexOf(at);
        for (const [name, value] of [["x1", at], ["x2", at], ["y1", top], ["y2", top + height]]) line.setAttribute(name, value);
        line.style.display = "";
        const found = series.map(({ name, points }) => [name, nearest(points, at, ([place]) => place)])
          .filter(([, [place]]) => Math.abs(place - at) < 1);
        values.textContent = [[across.label, across.text((at - left) / width)],
          ...found.map(([name, [, y]]) => [name, up.text((top + height - y) / height)])]
          .map(([name, text]) => `${name}: ${text}`).join("\\n");
        values.hidden = false;
        const bounds = chart.getBoundingClientRect();
        const scale = bounds.width / chart.viewBox.baseVal.width;
        const place = bounds.left + at * scale;
        values.style.left = `${place + 12 + values.offsetWidth > innerWidth ? Math.max(place - 12 - values.offsetWidth, 0) : place + 12}px`;
        values.style.top = `${Math.max(bounds.top + top * scale, 0) + 4}px`;
      }

      hide();
      if (!stops.length) return;
      chart.tabIndex = 0;
      chart.onpointermove = (event) => {
        const bounds = chart.getBoundingClientRect();
        const x = (event.clientX - bounds.left) / bounds.width * chart.viewBox.baseVal.width;
        if (x < left || x > left + width) hide(); else show(x);
      };
      chart.onpointerleave = chart.onblur = hide;
      chart.onkeydown = (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (event.key === "Escape") hide();
        if (!step) return;
        event.preventDefault();
        show(stops[stop < 0 ? (step > 0 ? 0 : stops.length - 1) : Math.min(Math.max(stop + step, 0), stops.length - 1)]);
      };
    }

    // Draws the strokes again as they were written, 100 points a second, in three seconds at most.
    function play(drawing) {
      const lines = drawing.lines ??= [...drawing.querySelectorAll("polyline")].map((line) => [line, line.getAttribute("points").split(" ")]);
      const count = lines.reduce((sum, [, points]) => sum + points.length, 0);
      const [start, rate] = [performance.now(), Math.max(count / 3000, 0.1)];
      const run = drawing.run = (drawing.run ?? 0) + 1;
      function draw(now) {
        if (drawing.run !== run) return;
        let rest = Math.ceil((now - start) * rate);
        for (const [line, points] of lines) {
          line.setAttribute("points", points.slice(0, Math.max(rest, 0)).join(" "));
          rest -= points.length;
        }
        if (rest < 0) requestAnimationFrame(draw);
      }
      requestAnimationFrame(draw);
    }

    const charts = [...document.querySelectorAll("svg.chart")].filter((one) => one.querySelector("[data-x]"));
    const letters = document.querySelectorAll("svg.ink");
    charts.forEach(follow);
    for (const letter of letters) {
      letter.tabIndex = 0;
      letter.setAttribute("role", "button");
      letter.onclick = () => play(letter);
      letter.onkeydown = (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        play(letter);
      };
    }
    const hints = [charts.length && "Point at a chart to read its values.", letters.length && "Press a letter to see it written."];
    document.getElementById("hint").textContent = hints.filter(Boolean).join(" ");
    """
}
