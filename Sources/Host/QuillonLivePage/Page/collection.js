"use strict";
// Examples, and what is learned from them.

// The label of the strokes that are kept as examples; undefined if none are.
let collectedAs;

function showCollection(view) {
  const collect = element("collect");
  collect.setAttribute("aria-pressed", view.label !== undefined);
  collect.textContent = view.label === undefined ? "Record strokes" : `Recording ${view.label}: stop`;
  collectedAs = view.label;
  setText("collect-message", view.message);
  element("collect-message").classList.toggle("refusal", view.isRefusal);
  element("undo").hidden = view.deletedLabel === undefined;
  setText("undelete", `Undo: bring the ${view.deletedLabel} back`);
  element("restore").hidden = view.model === view.firstModel;
  setText("restore", `Back to ${view.firstModel}`);
  setText("kept", view.folder ? `Saved by itself in ${view.folder}.`
    : "Nothing is kept when the page ends. Download it, or start the page with a folder: quillon view --folder letters");
  setText("model", `${view.model}: ${view.labels.join(" ")}`);
  element("rest").setAttribute("aria-pressed", view.isRecordingRest);
  element("train").disabled = view.isTraining;
  showSettings(view.settings);
  showSaving(view);
  setText("example-counts", view.counts.map((entry) => `${entry.label}: ${entry.count}`).join("  "));
  showClasses(view);
  showConfusion(view.confusion);
}

/** Shows the classes anew; a button that has the focus passes it on to its successor, or to the undo. */
function showClasses(view) {
  const focused = element("classes").contains(document.activeElement) ? document.activeElement.ariaLabel : null;
  element("classes").replaceChildren(...view.counts.map(({ label, count }) =>
    classItem(label, count, view.examples.filter((example) => example.label === label))));
  if (focused === null) return;
  const successor = [...element("classes").querySelectorAll("button")].find((button) => button.ariaLabel === focused);
  (successor ?? element("undelete")).focus();
}

/** A class: its name, how many examples it has, a button to record more, and the newest ones. */
function classItem(label, count, examples) {
  const [item, row, name, number, more, list] =
    ["li", "p", "strong", "span", "button", "ul"].map((tag) => document.createElement(tag));
  row.className = "row";
  list.className = "examples";
  name.textContent = label === "_rest" ? "rest" : label;
  number.textContent = count === 1 ? "1 example" : `${count} examples`;
  more.type = "button";
  more.textContent = "Record";
  more.setAttribute("aria-label", `Record ${label}`);
  more.setAttribute("aria-pressed", collectedAs === label);
  more.onclick = () => {
    element("label").value = label;
    element("label").dispatchEvent(new Event("change"));
    wish(collectedAs === label ? { do: "collect" } : { do: "collect", label });
  };
  row.append(name, number);
  if (label !== "_rest") row.append(more);
  list.append(...examples.map((example) => {
    const [entry, button, canvas] = ["li", "button", "canvas"].map((tag) => document.createElement(tag));
    button.type = "button";
    button.title = `Delete this ${label}`;
    button.setAttribute("aria-label", button.title);
    button.onclick = () => wish({ do: "delete", sample: example.number });
    button.append(canvas);
    entry.append(button);
    drawWhenSeen(canvas, () => drawExample(canvas, example.points));
    return entry;
  }));
  item.append(row, list);
  return item;
}

function drawExample(canvas, points) {
  const { context, width } = sharp(canvas);
  context.strokeStyle = color("accent");
  context.lineWidth = 2;
  curve(context, points.map(([x, y]) => [4 + x * (width - 8), 4 + y * (width - 8)]));
}

/** Shows the rows and columns of the labels that were asked for or answered. */
function showConfusion(confusion) {
  if (!confusion) return element("confusion").replaceChildren();
  const counts = confusion.confusion;
  const used = confusion.labels.map((_, index) => index).filter((index) =>
    counts[index].some(Boolean) || counts.some((row) => row[index]));
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
  add(["", ...used.map((index) => confusion.labels[index])], "th");
  for (const row of used) add([confusion.labels[row], ...used.map((column) => counts[row][column])], "td");
  element("confusion").replaceChildren(table);
}

element("collect").onclick = () => {
  const isOn = element("collect").getAttribute("aria-pressed") === "true";
  wish(isOn ? { do: "collect" } : { do: "collect", label: element("label").value.trim() });
};
// Holding it keeps strokes as examples of the label, and holds the pen down.
element("take").addEventListener("pointerdown", (event) => {
  element("take").setPointerCapture(event.pointerId);
  if (collectedAs === undefined) wish({ do: "collect", label: element("label").value.trim() });
  setPen(true);
});
for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
  element("take").addEventListener(name, () => setPen(false));
}
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
