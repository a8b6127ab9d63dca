// The gestures that do something here, how they are drawn, and what they do to the text.

const arrow = "m-8-8 8 8-8 8";
/** What a gesture does: a word for it, and its path in a square of 100. */
export const gestures = {
  swipeRight: { does: "addsSpace", path: `M15 50h70${arrow}` },
  swipeLeft: { does: "deletes", path: "M85 50H15m8-8-8 8 8 8" },
  shake: { does: "clears", path: "M20 50 80 40 25 56 78 60m-9-6 9 6-8 7" },
  wave: { does: "undoes", path: "M12 50c12-40 25-40 37 0s27 40 38 0m-10 5 10-5 5 10" },
  checkMark: { does: "accepts", path: "M20 52 42 76 82 22m-12 2 12-2-1 12" },
};

export const isOffered = label => label.length === 1 || label in gestures;

/** The text after a letter or a gesture. */
export function applied(text, label) {
  switch (label) {
    case "swipeRight": return text + " ";
    case "swipeLeft": return text.slice(0, -1);
    case "shake": return "";
    default: return label.length === 1 ? text + label : text;
  }
}
