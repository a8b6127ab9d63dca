"use strict";
// Examples, and what is learned from them.

// The label of the strokes that are kept as examples; undefined if none are.
let collectedAs;

function showCollection(view) {
  const collect = element("collect");
  collect.setAttribute("aria-pressed", view.label !== undefined);
  collect.textContent =
    view.label === undefined ? "Keep strokes as examples" : `Keeping strokes as ${view.label}`;
  collectedAs = view.label;
  setText("collect-message", view.message);
  element("collect-message").classList.toggle("refusal", view.isRefusal);
  element("undelete").disabled = view.deletedLabel === undefined;
  element("restore").disabled = view.model === view.firstModel;
  setText("restore", `Back to ${view.firstModel}`);
  setText("kept", view.folder ? `Saved by itself in ${view.folder}.`
    : "Nothing is kept when the page ends, because it has no folder. The next time, start it with one: "
      + "quillon view --folder letters");
  setText("model", `${view.model}: ${view.labels.join(" ")}`);
  element("rest").setAttribute("aria-pressed", view.isRecordingRest);
  element("train").disabled = view.isTraining;
  showSettings(view.settings);
  setText("example-counts", view.counts.map((entry) => `${entry.label}: ${entry.count}`).join("  "));
  element("examples").replaceChildren(...view.examples.map((example) => {
    const [item, button, canvas] =
      ["li", "button", "canvas"].map((tag) => document.createElement(tag));
    button.type = "button";
    button.title = `Delete this ${example.label}`;
    button.setAttribute("aria-label", button.title);
    button.onclick = () => wish({ do: "delete", sample: example.number });
    button.append(canvas);
    item.append(button);
    requestAnimationFrame(() => drawExample(canvas, example.points));
    return item;
  }));
  showConfusion(view.confusion);
}

function drawExample(canvas, points) {
  const { context, width } = sharp(canvas);
  context.strokeStyle = color("accent");
  context.lineWidth = 2;
  curve(context, points.map(([x, y]) => [4 + x * (width - 8), 4 + y * (width - 8)]));
}

function showConfusion(confusion) {
  if (!confusion) return element("confusion").replaceChildren();
  const table = document.createElement("table");
  const caption = table.createCaption();
  caption.textContent = "Written (rows) and taken for (columns)";
  const add = (cells, tag) => {
    const row = table.insertRow();
    cells.forEach((text, index) => {
      const cell = document.createElement(index === 0 ? "th" : tag);
      cell.textContent = text;
      row.append(cell);
    });
  };
  add(["", ...confusion.labels], "th");
  confusion.confusion.forEach((counts, index) => add([confusion.labels[index], ...counts], "td"));
  element("confusion").replaceChildren(table);
}

element("collect").onclick = () => {
  const isOn = element("collect").getAttribute("aria-pressed") === "true";
  wish(isOn ? { do: "collect" } : { do: "collect", label: element("label").value.trim() });
};
element("rest").onclick = () => {
  wish({ do: "rest", on: element("rest").getAttribute("aria-pressed") !== "true" });
};
element("train").onclick = () => {
  wish({ do: "train", holdOut: Number(element("hold-out").value), learner: element("learner").value });
};
element("undelete").onclick = () => wish({ do: "undelete" });
// Another label counts from when it is typed.
element("label").addEventListener("input", () => {
  const label = element("label").value.trim();
  if (collectedAs !== undefined && label) wish({ do: "collect", label });
});
element("label").addEventListener("change", () => {
  if (collectedAs !== undefined && !element("label").value.trim()) wish({ do: "collect", label: "" });
});
element("restore").onclick = () => wish({ do: "restore" });
element("save").onclick = () => wish({ do: "save" });
