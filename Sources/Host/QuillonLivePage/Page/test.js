"use strict";
// The test: letters are asked for one by one.

let isTesting = false;

function showTest(test) {
  isTesting = test.isOn;
  element("test").setAttribute("aria-pressed", test.isOn);
  setText("test", test.isOn ? "End the test" : "Begin the test");
  element("test-repeat").disabled = !test.isOn || test.number === 0;
  element("test-plan").hidden = element("test-hint").hidden = test.isOn;
  setText("test-prompt", test.isOn ? test.prompt : "");
  element("test-prompt").classList.toggle("word", test.isOn && test.prompt.length > 1);
  setText("test-progress", testProgress(test));
  setText("test-last", test.message || testAnswer(test.last));
  showTestResult(test.isOn ? undefined : test.result);
}

function testProgress(test) {
  if (test.isOn) return `Write this. ${test.number} of ${test.count} are written.`;
  return test.count ? `${test.number} of ${test.count} were written.` : "";
}

function testAnswer(answer) {
  if (!answer) return "";
  const read = answer.label ? `read as ${answer.label}` : "not read as a letter";
  const verdict = answer.isRight ? "right" : answer.isRejected ? "rejected" : "wrong";
  return `${answer.prompt}: ${read}, ${verdict}`;
}

function showTestResult(result) {
  if (!result || !result.written) {
    setText("test-result", "");
    return element("test-worst").replaceChildren();
  }
  const rounds = result.rounds.map((right, index) => {
    const written = Math.min(result.written - index * result.labels, result.labels);
    return `round ${index + 1}: ${right} of ${written}`;
  });
  const mixed = result.mixedUp.map(({ written, read, count }) =>
    `${written} as ${read}${count > 1 ? ` (${count} times)` : ""}`);
  const percent = (100 * result.accuracy).toFixed(1);
  setText("test-result", `${result.right} of ${result.written} right, ${percent} %. `
    + `By rounds: ${rounds.join(", ")}. Mixed up: ${mixed.join(", ") || "nothing"}. `
    + "Read worst:");
  element("test-worst").replaceChildren(...result.worst.map((worst) => {
    const [figure, canvas, caption] =
      ["figure", "canvas", "figcaption"].map((tag) => document.createElement(tag));
    const read = worst.rejected ? "rejected" : `read as ${worst.read}`;
    caption.textContent = `${worst.label}: ${worst.right} of ${worst.written} right; this ${read}`;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `A ${worst.label}, ${read}`);
    figure.append(canvas, caption);
    drawWhenSeen(canvas, () => drawExample(canvas, worst.ink));
    return figure;
  }));
}

element("test").onclick = () => {
  if (isTesting) return wish({ do: "test" });
  wish({
    do: "test", labels: element("test-labels").value.trim(),
    times: Number(element("test-times").value),
  });
};
element("test-repeat").onclick = () => wish({ do: "repeat" });
