// Keeps the page's own files, never what a person opens, so that it goes on working without a network. The network
// comes first: nobody is left with an old version. The build puts the list in; its text is the version.
const FILES = __FILES__;
const CACHE = "taxgrade-page";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const wanted = new Set(FILES.map((file) => new URL(file, self.registration.scope).href));
  const clear = async () => {
    const cache = await caches.open(CACHE);
    for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const answer = async () => {
    try {
      const fresh = await fetch(request);
      if (fresh.ok) (await caches.open(CACHE)).put(request, fresh.clone());
      return fresh;
    } catch (error) {
      const kept = await caches.match(request, { ignoreSearch: true });
      if (kept) return kept;
      throw error;
    }
  };
  event.respondWith(answer());
});
