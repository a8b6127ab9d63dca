"use strict";
// What the controls stand at: the same in all browsers, saved with the examples and loaded with them.

const controls = {
  label: "label", holdOut: "hold-out", learner: "learner", testLabels: "test-labels",
  testTimes: "test-times", interval: "interval",
};
const numbers = ["holdOut", "testTimes", "interval"];
let settings = {};
let told = {};

// Only what has changed is shown, so that an earlier message does not undo what a user has just done.
function showSettings(values) {
  for (const [name, id] of Object.entries(controls)) {
    if (values[name] !== told[name]) element(id).value = values[name];
  }
  element("continuous").setAttribute("aria-pressed", values.isContinuous);
  told = settings = values;
}

function changeSettings(change) {
  settings = { ...settings, ...change };
  wish({ do: "settings", settings });
}

for (const [name, id] of Object.entries(controls)) {
  element(id).addEventListener("change", () => {
    const value = element(id).value.trim();
    changeSettings({ [name]: numbers.includes(name) ? Number(value) : value });
  });
}
element("continuous").onclick = () => changeSettings({ isContinuous: !settings.isContinuous });
