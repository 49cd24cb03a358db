// Only serves the offline page when a page can't be fetched. Pages, API responses and files are never cached.
const VERSION = '__BUILD__'
const CACHE = `offline-${VERSION}`
const OFFLINE_PAGE = '/offline.html'
const OFFLINE_PARTS = ['/offline.css', '/offline.js', '/favicon.svg']

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([OFFLINE_PAGE, ...OFFLINE_PARTS])))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
      ),
  )
})

// Sent by the page after the user agrees to reload.
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { mode, url } = event.request
  if (mode === 'navigate') {
    event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE_PAGE)))
  } else if (OFFLINE_PARTS.includes(new URL(url).pathname)) {
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)))
  }
})
