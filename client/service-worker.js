// Answers nothing but a page that could not be fetched, and that with the same words for everybody: no page,
// no answer of the server and no file of anybody is ever kept.
const VERSION = '__BUILD__'
const CACHE = `offline-${VERSION}`
const OFFLINE_PAGE = '/offline.html'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll([OFFLINE_PAGE, '/offline.css', '/favicon.svg'])),
  )
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

// The page asks for it once the person has agreed to reload.
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { mode, url } = event.request
  if (mode === 'navigate') {
    event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE_PAGE)))
  } else if (['/offline.css', '/favicon.svg'].includes(new URL(url).pathname)) {
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)))
  }
})
