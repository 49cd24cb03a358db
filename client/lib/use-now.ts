import { createStore, useStore } from './store.ts'

const TICK_MS = 30_000

const now = createStore(Date.now())
let followers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** One clock for all of them, still while nobody looks at it. */
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

/** The time in milliseconds, which moves on twice a minute. */
export const useNow = (): number => useStore({ subscribe, read: now.read })
