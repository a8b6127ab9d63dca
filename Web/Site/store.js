// What the page keeps in the browser: a few values by name, in IndexedDB. Without it, as in some private windows, values last
// as long as the page.

const kept = new Map();
const opened = new Promise(resolve => {
  try {
    const request = indexedDB.open("quillon", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("values");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  } catch { resolve(null); }
});

export async function load(name) {
  const base = await opened;
  if (!base) return kept.get(name);
  return new Promise(resolve => {
    const request = base.transaction("values").objectStore("values").get(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(kept.get(name));
  });
}

export async function keep(name, value) {
  kept.set(name, value);
  const base = await opened;
  if (!base) return;
  await new Promise(resolve => {
    const change = base.transaction("values", "readwrite");
    change.objectStore("values").put(value, name);
    change.oncomplete = change.onerror = change.onabort = resolve;
  });
}

/** Offers text as a file to save. */
export function offer(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
