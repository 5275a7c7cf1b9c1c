// After the first visit everything is there, with a network or without. VERSION and FILES stand before this; the build writes them.
//
// All files of a page are of one version: a new one waits until no page of the old is open, or the only one is loaded again. Only a page
// that is there can be counted, so it is the page that asks (alone.js), and not the request for it.

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

/** The page that asks is of the old version too, and loads itself again when that has gone. */
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
