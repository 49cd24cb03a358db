import { useSyncExternalStore } from 'react'

const CHECK_MS = 60 * 60_000

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

function announce(worker: ServiceWorker | null) {
  waiting = worker
  for (const listener of listeners) listener()
}

/** Installs the offline page, and looks for a newer build now and then. */
export async function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (registration === undefined) return
  // Without a controller it is the first one, which has nothing to replace.
  const offer = () => {
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) {
      announce(registration.waiting)
    }
  }
  offer()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer)
  })
  const check = () => {
    registration.update().catch(() => {
      // Offline, or the server restarts: the next check finds it.
    })
  }
  setInterval(check, CHECK_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
}

/** Whether a newer build is ready to take over. */
export const useNewBuild = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting !== null,
  )

/** Lets the newer build take over and reloads this tab. */
export function startNewBuild() {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting?.postMessage('take-over')
}
