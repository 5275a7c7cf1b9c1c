// After the first visit the site works offline. The build prepends VERSION and FILES.
//
// All files of a page have one version: a new version waits until no page of the old one is open, or the only one is reloaded. Only open
// pages can be counted, so the page requests the takeover (workerbackend.js), not the navigation to it.

const SCOPE = self.registration.scope;
const CACHE = `tabiya ${SCOPE} ${VERSION}`;
const TAKE_OVER = "take over";

self.addEventListener("install", (event) => {
  // Not from the browser's own cache, which may have files of the old version.
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener("message", (event) => {
  if (event.data === TAKE_OVER) event.waitUntil(takeOver());
});

/** The requesting page has the old version too, and reloads after the takeover. */
async function takeOver() {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.filter(({ url }) => url.startsWith(SCOPE)).length < 2) void self.skipWaiting();
}

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
  const address = request.url.split(/[?#]/)[0].replace(`${SCOPE}index.html`, SCOPE);
  return (await caches.match(address, { cacheName: CACHE })) ?? fetch(request);
}
