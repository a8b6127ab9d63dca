// The words of the page. Each language is a file of its own, named here.
import en from "./words.en.js";
import de from "./words.de.js";
import { state, set } from "./state.js";

export const languages = { en, de };
const words = () => languages[state.language];

/** The words for `name`, with {values} in their places. */
export function say(name, values = {}) {
  return (words()[name] ?? name).replace(/\{(\w+)\}/g, (_, value) => typeof values[value] === "function" ? values[value]() : values[value]);
}
/** The words for a sentence of a shared file, which is English there. */
export const translated = sentence => words().sentences?.[sentence] ?? sentence;
/** The name of a letter or gesture for people. */
export const named = label => label.length > 1 ? say(label) : label;

export function speak(language) {
  set({ language: languages[language] ? language : "en" });
  document.documentElement.lang = state.language;
  for (const place of document.querySelectorAll("[data-word]")) place.textContent = say(place.dataset.word);
  for (const place of document.querySelectorAll("[data-label]")) place.setAttribute("aria-label", say(place.dataset.label));
}
