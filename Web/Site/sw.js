// Keeps the page's own files, so that it works without a network. `make site` writes the version: a digest of the files.
const version = "quillon-VERSION";
const files = FILES;

self.addEventListener("install", event => event.waitUntil(
  caches.open(version).then(cache => cache.addAll(files)).then(() => self.skipWaiting())));
self.addEventListener("activate", event => event.waitUntil(
  caches.keys()
    .then(names => Promise.all(names.filter(name => name.startsWith("quillon-") && name !== version).map(name => caches.delete(name))))
    .then(() => self.clients.claim())));
self.addEventListener("fetch", event => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(version)
    .then(cache => cache.match(event.request, { ignoreSearch: true }))
    .then(answer => answer ?? fetch(event.request)));
});
