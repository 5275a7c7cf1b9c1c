// After the first visit everything is there, with a network or without. VERSION and FILES stand before this; the build writes them.
//
// All files of a page are of one version: a new one waits until no page of the old is open, or the only one is loaded again.

const SCOPE = self.registration.scope;
const CACHE = `tabiya ${SCOPE} ${VERSION}`;
const TAKE_OVER = "take over";

self.addEventListener("install", (event) => {
  // Not from the browser's own cache, which may have files of the old version.
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener("message", (event) => {
  if (event.data === TAKE_OVER) self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(`tabiya ${SCOPE} `) && name !== CACHE;
  const clear = async () => {
    for (const name of await caches.keys()) if (isOld(name)) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(find(event.request));
});

async function find(request) {
  if (request.mode === "navigate" && self.registration.waiting && (await self.clients.matchAll()).length < 2) {
    self.registration.waiting.postMessage(TAKE_OVER);
    return new Response("", { headers: { Refresh: "0" } });
  }
  const address = request.url.split(/[?#]/)[0].replace(`${SCOPE}index.html`, SCOPE);
  return (await caches.match(address, { cacheName: CACHE })) ?? fetch(request);
}
