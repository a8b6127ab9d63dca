"use strict";
// What is being written while the hand moves.

let predictionTime;

function showPrediction(prediction) {
  if (!prediction) {
    predictionTime = undefined;
    element("prediction").replaceChildren();
    return setText("held", "");
  }
  if (prediction.time === predictionTime) return;
  predictionTime = prediction.time;
  element("prediction").replaceChildren(
    ...prediction.best.map(({ label, score }) => scoreBar(label, score, 100 * score)));
  if (prediction.held) setText("held", `held: ${prediction.held}`);
}
