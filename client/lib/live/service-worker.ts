import { createStore, useStore } from '../store.ts'

const CHECK_MS = 60 * 60_000

let registration: ServiceWorkerRegistration | undefined
const waiting = createStore<ServiceWorker | null>(null)

/** Installs the offline page and checks for new builds periodically. */
export async function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  const registered = await navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (registered === undefined) return
  registration = registered
  // Without a controller this is the first worker, so there is nothing to replace.
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

/** Checks the server for a newer build, for example after a reconnect. */
export function lookForNewBuild() {
  registration?.update().catch(() => {
    // Offline or restarting; the next check will find it.
  })
}

/** Whether a newer build is ready to activate. */
export const useNewBuild = (): boolean => useStore(waiting) !== null

/** Activates the newer build and reloads this tab. */
export function startNewBuild() {
  const worker = waiting.read()
  // Another tab has activated it, or a later build has replaced it.
  if (worker?.state !== 'installed') return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  worker.postMessage('take-over')
}
