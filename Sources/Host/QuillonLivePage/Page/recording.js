"use strict";
// Record and Save: files that the browser downloads.

// The names of the numbers of a row, which the tool reads as a table of another program.
const named = (name, unit) => ["x", "y", "z"].map((axis) => `${name}_${axis}_${unit}`);
const rowNames = [
  "time_s", ...named("acceleration", "m/s2"), ...named("angular_rate", "rad/s"),
  ...named("angular_rate_without_bias", "rad/s"), ...named("gravity", "m/s2"),
  ...named("linear_acceleration", "m/s2"), ...named("velocity", "m/s"), ...named("position", "m"),
  "roll_deg", "pitch_deg", "yaw_deg", ...named("magnetic_field", "uT"), "pen",
];
// More rows are not kept: ten minutes of 300 Hz.
const mostRows = 180_000;
let recorded = null;

/** A file of so many rows, as text. */
function csv(rows) {
  return [rowNames, ...rows].map((row) => row.map((value) => value ?? "").join(",")).join("\n") + "\n";
}

/** Keeps rows while a person records. */
function recordRows(rows) {
  if (!recorded) return;
  recorded.push(...rows);
  const seconds = recorded.length ? recorded.at(-1)[0] - recorded[0][0] : 0;
  setText("record", `Stop (${seconds.toFixed(0)} s)`);
  if (recorded.length >= mostRows) stopRecording("The recording is full: it ended and is downloaded.");
}

function stopRecording(words) {
  const rows = recorded;
  recorded = null;
  element("record").setAttribute("aria-pressed", false);
  setText("record", "Record");
  if (!rows.length) return notify("Nothing was recorded, because no sample came: connect a board first.");
  download(new Blob([csv(rows)], { type: "text/csv" }), fileName("csv"));
  notify(words ?? `${rows.length} samples are downloaded.`);
}

/** A name with the time of day, so that downloads don't replace each other. */
function fileName(ending) {
  const now = new Date();
  const part = (number) => String(number).padStart(2, "0");
  return `quillon-${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
    + `-${part(now.getHours())}${part(now.getMinutes())}${part(now.getSeconds())}.${ending}`;
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Downloads examples, model and settings in one file. */
async function downloadAll() {
  const answer = await fetch(`/saved.zip?token=${encodeURIComponent(addressParts().key)}`, { method: "POST" })
    .catch(() => null);
  if (!answer?.ok) return notify("Nothing is downloaded, because quillon does not answer: start quillon view again.");
  download(await answer.blob(), fileName("zip"));
  notify("Examples, model and settings are downloaded. Unpack them, and quillon view --folder quillon goes on with them.");
}

let noticeTimer;

/** Shows what a button of the bar has done. */
function notify(words) {
  setText("notice", words);
  element("notice").hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { element("notice").hidden = true; }, 8000);
}

// The folder in which the page saves; undefined if there is none.
let folder;
let isSaving = false;

/** Shows what the server reports about saving. */
function showSaving(view) {
  folder = view.folder;
  if (isSaving) notify(view.message);
  isSaving = false;
}

/** Binds the buttons; called once the page is there. */
function bindRecording() {
  element("record").onclick = () => {
    if (recorded) return stopRecording();
    recorded = [];
    element("record").setAttribute("aria-pressed", true);
    setText("record", "Stop (0 s)");
  };
  element("save").onclick = () => {
    if (!folder) return downloadAll();
    isSaving = true;
    wish({ do: "save" });
  };
  element("download").onclick = downloadAll;
}
