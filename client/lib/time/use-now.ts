import { createStore, useStore } from '../store.ts'

const TICK_MS = 30_000

const now = createStore(Date.now())
let followers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** A shared clock, stopped while it has no subscribers. */
function subscribe(listener: () => void): () => void {
  const unsubscribe = now.subscribe(listener)
  followers += 1
  if (followers === 1) {
    now.write(Date.now())
    timer = setInterval(() => now.write(Date.now()), TICK_MS)
  }
  return () => {
    unsubscribe()
    followers -= 1
    if (followers === 0) clearInterval(timer)
  }
}

/** The time in milliseconds, updated every 30 seconds. */
export const useNow = (): number => useStore({ subscribe, read: now.read })
