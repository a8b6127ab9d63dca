"use strict";
// The minimum size of a letter on the writing surface.

// The lab's: 100 points of a field that is 320 wide.
const minimumShare = 100 / 320;

/** The minimum size, pixels: what the user set, or else the lab's share of the writing surface. */
function minimumSize() {
  const field = document.getElementById("minimum");
  const standard = Math.round(minimumShare * document.getElementById("pad").clientWidth);
  field.placeholder = standard;
  return field.value === "" || !field.validity.valid ? standard : Number(field.value);
}
