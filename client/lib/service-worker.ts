import { createStore, useStore } from './store.ts'

const CHECK_MS = 60 * 60_000

let registration: ServiceWorkerRegistration | undefined
const waiting = createStore<ServiceWorker | null>(null)

/** Installs the offline page, and looks for a newer build now and then. */
export async function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  const registered = await navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (registered === undefined) return
  registration = registered
  // Without a controller it is the first one, which has nothing to replace.
  const offer = () => {
    if (registered.waiting !== null && navigator.serviceWorker.controller !== null) {
      waiting.write(registered.waiting)
    }
  }
  offer()
  registered.addEventListener('updatefound', () => {
    registered.installing?.addEventListener('statechange', offer)
  })
  setInterval(lookForNewBuild, CHECK_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookForNewBuild()
  })
}

/** Asks the server whether it has a newer build, for instance because it was away and came back. */
export function lookForNewBuild() {
  registration?.update().catch(() => {
    // Offline, or the server restarts: the next look finds it.
  })
}

/** Whether a newer build is ready to take over. */
export const useNewBuild = (): boolean => useStore(waiting) !== null

/** Lets the newer build take over and reloads this tab. */
export function startNewBuild() {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.read()?.postMessage('take-over')
}
